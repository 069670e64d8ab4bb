import { modeOf } from '../../domain/keys/key.ts';
import type { Ports } from '../../ports/ports.ts';
import { createMerchant } from '../../usecases/merchants/create-merchant.ts';
import type { CliContext, Command } from '../command.ts';
import { passwordOptions, readPassword } from '../read-password.ts';

export const merchantsCreate: Command = {
  name: 'merchants create',
  summary: 'Creates a merchant, its first user and a test API key pair.',
  options: {
    name: { type: 'string', help: 'business name', required: true },
    email: { type: 'string', help: 'email address of the first user', required: true },
    ...passwordOptions('password of the first user'),
  },
  examples: [
    'merchants create --name "My shop" --email me@example.com',
    'merchants create --name "My shop" --email me@example.com --password-stdin < password.txt',
  ],
  createsDatabase: true,
  async run(context, args) {
    const email = args.text('email');
    const password = await readPassword(context, args);
    const isNewDatabase = !(await context.hasDatabase());
    const { isFirstUser, json } = await context.withPorts(async (ports) => ({
      isFirstUser: !(await ports.users.exist()),
      json: await create(context, ports, { name: args.text('name'), email, password }),
    }));
    const text = Object.entries(json).map(([name, value]) => `${name.padEnd(14)}${value}`);
    const output = { json, text: text.join('\n') };
    if (args.flag('json')) return output;
    context.print(output);
    if (isFirstUser) {
      context.terminal.note(`To operate this server from the dashboard, run: npx florin users operator ${email}`);
    }
    if (isNewDatabase) {
      const { dataDir } = context.config;
      context.terminal.note(
        `This is a new database in ${dataDir}. A server started with another FLORIN_DATA_DIR does not see it.`,
      );
    }
    return undefined;
  },
};

async function create(
  { config }: CliContext,
  ports: Ports,
  given: { name: string; email: string; password: string },
): Promise<Record<string, string>> {
  const { merchant, key, privateKey } = await createMerchant(ports, { ...given, actor: 'cli' });
  return {
    merchant_id: merchant.id,
    name: merchant.name,
    public_key: key.publicKey,
    private_key: privateKey,
    mode: modeOf(key.livemode),
    dashboard_url: `${config.baseUrl}/dashboard`,
  };
}
