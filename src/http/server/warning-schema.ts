import { Type } from 'typebox';
import { INTENT_WARNINGS } from '../../domain/intents/warning-meanings.ts';
import { WALLET_WARNINGS } from '../../domain/wallets/warn-of-wallet.ts';
import { listMeanings } from './list-values.ts';
import { closed } from './shapes.ts';

export const WarningSchema = Type.Object(
  {
    code: Type.String({
      description: listMeanings('What looks wrong. More codes can be added.', {
        ...INTENT_WARNINGS,
        ...WALLET_WARNINGS,
      }),
    }),
    pointer: Type.String({ description: 'The field that the warning is about, as a JSON pointer.' }),
    detail: Type.String({ description: 'The warning as a sentence.' }),
  },
  {
    ...closed,
    title: 'Warning',
    description: 'Something that looks like a mistake. The request was accepted all the same.',
  },
);
