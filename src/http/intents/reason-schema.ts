import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { whenEmpty } from '../server/when-empty.ts';

export const Reason = whenEmpty(
  'Enter a reason.',
  Type.String({
    maxLength: LIMITS.reasonLengthMax,
    pattern: '\\S',
    description: 'The reason for the decision. The timeline shows it.',
    'x-expected': `a text of 1 to ${LIMITS.reasonLengthMax} characters`,
  }),
);
