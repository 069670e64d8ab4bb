import { Type } from 'typebox';
import { closed } from './shapes.ts';

export const WarningSchema = Type.Object(
  {
    code: Type.String({ description: 'What kind of warning.' }),
    pointer: Type.String({ description: 'Which field it is about.' }),
    detail: Type.String({ description: 'A sentence for people.' }),
  },
  { ...closed, title: 'Warning' },
);
