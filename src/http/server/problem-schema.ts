import { Type } from 'typebox';
import { ERRORS } from '../../domain/errors.ts';

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'A page that explains the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What happened this time.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    code: Type.Union(Object.keys(ERRORS).map((code) => Type.Literal(code))),
    request_id: Type.String({ description: 'Names this request in the server’s log.' }),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.Optional(Type.String({ description: 'Where in the body, as a JSON pointer.' })),
            parameter: Type.Optional(Type.String({ description: 'Which query parameter or header.' })),
            code: Type.String({
              description:
                'What is wrong with it, for programs: such as `required` or `invalid_value`; of a wallet `invalid_wallet`, ' +
                '`private_key_given` or `script_type_missing`.',
            }),
            detail: Type.String({ description: 'The same for people.' }),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { title: 'Problem', additionalProperties: false },
);
