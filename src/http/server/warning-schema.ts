import { Type } from 'typebox';
import { closed } from './shapes.ts';

export const WarningSchema = Type.Object(
  {
    code: Type.String({ description: 'The code of the warning.' }),
    pointer: Type.String({ description: 'The field that the warning is about, as a JSON pointer.' }),
    detail: Type.String({ description: 'The warning as a sentence.' }),
  },
  {
    ...closed,
    title: 'Warning',
    description: 'Something that looks like a mistake. The request was accepted all the same.',
  },
);
