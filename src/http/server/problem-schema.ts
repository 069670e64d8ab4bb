import { Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { words } from './shapes.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The URL of a page that explains the code.' }),
    title: Type.String({ description: 'The meaning of the code, in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    code: words(CODES, { description: 'The error code. Decide by it, not by the sentences.' }),
    request_id: Type.String({ description: 'The request’s ID in the server’s log.' }),
    retryable: Type.Boolean({ description: 'Whether a retry may succeed.' }),
    network: Type.Optional(
      Type.String({ description: 'The display name of the network that cannot be reached, if that is the error.' }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.Optional(Type.String({ description: 'The field in the body, as a JSON pointer.' })),
            parameter: Type.Optional(Type.String({ description: 'The query parameter or header.' })),
            code: Type.String({
              description:
                'The error code of the field, such as `required` or `invalid_value`. For a wallet: `invalid_wallet`, ' +
                '`private_key_given` or `script_type_missing`.',
            }),
            detail: Type.String({ description: 'The error as a sentence.' }),
          },
          { additionalProperties: false },
        ),
        { description: 'Every invalid field of the request.' },
      ),
    ),
  },
  { title: 'Problem', description: 'Why a request failed (RFC 9457).', additionalProperties: false },
);
