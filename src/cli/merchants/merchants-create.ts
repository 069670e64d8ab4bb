import { modeOf } from '../../domain/keys/key.ts';
import { createMerchant } from '../../usecases/merchants/create-merchant.ts';
import type { Command } from '../command.ts';

export const merchantsCreate: Command = {
  words: 'merchants create',
  summary: 'Makes a merchant, its first user and a test key pair.',
  options: {
    name: { type: 'string', help: 'name of the merchant', required: true },
    email: { type: 'string', help: 'e-mail address of the first user', required: true },
    password: { type: 'string', help: 'password of the first user, at least 10 characters', required: true },
  },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const { merchant, key, privateKey } = await createMerchant(ports, {
        name: args.text('name'),
        email: args.text('email'),
        password: args.text('password'),
        actor: 'cli',
      });
      const json = {
        merchant_id: merchant.id,
        name: merchant.name,
        public_key: key.publicKey,
        private_key: privateKey,
        mode: modeOf(key.livemode),
        dashboard_url: `${context.config.baseUrl}/dashboard`,
      };
      const text = Object.entries(json).map(([name, value]) => `${name.padEnd(14)}${value}`);
      return { json, text: text.join('\n') };
    }),
};
