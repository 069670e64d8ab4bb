import { resealSecrets } from '../../usecases/secrets/reseal-secrets.ts';
import type { Command } from '../command.ts';

export const secretsReseal: Command = {
  name: 'secrets reseal',
  summary: 'Encrypts everything again with FLORIN_SECRET. Run it after an upgrade or after changing the secret.',
  options: {},
  examples: ['secrets reseal'],
  run: (context) =>
    context.withMover(async (ports) => {
      const { checked, resealed } = await resealSecrets(ports, 'cli');
      return { json: { checked, resealed }, text: `Encrypted ${resealed} of ${checked} values again.` };
    }),
};
