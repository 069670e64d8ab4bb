import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';

export const Reason = Type.String({
  maxLength: LIMITS.reasonLengthMax,
  pattern: '\\S',
  description: 'The reason for the decision. The timeline shows it.',
  'x-expected': `a text of 1 to ${LIMITS.reasonLengthMax} characters`,
});
