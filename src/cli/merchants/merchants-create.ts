import { modeOf } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { createMerchant } from '../../usecases/merchants/create-merchant.ts';
import type { Command } from '../command.ts';

export const merchantsCreate: Command = {
  name: 'merchants create',
  summary: 'Creates a merchant, its first user and a test API key pair.',
  options: {
    name: { type: 'string', help: 'business name', required: true },
    email: { type: 'string', help: 'email address of the first user', required: true },
    password: {
      type: 'string',
      help: `password of the first user, at least ${LIMITS.passwordLengthMin} characters`,
      required: true,
    },
  },
  examples: ['merchants create --name "My shop" --email me@example.com --password "correct horse battery"'],
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
