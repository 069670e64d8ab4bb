import { Type } from 'typebox';
import { closed, NextCursor, nullable, Time } from '../server/shapes.ts';

export const AuditEntrySchema = Type.Object(
  {
    id: Type.String({ description: 'The entry’s number. It counts up.' }),
    created_at: Time('When it happened.'),
    actor: Type.String({
      description: 'Who did it: the ID of a member or of an API key, or the part of the server, such as `cli`.',
    }),
    actor_email: nullable(
      Type.String({ description: 'The email address of the member who did it. Null for others and former members.' }),
    ),
    action: Type.String({ description: 'What happened, such as `wallet.changed`.' }),
    subject: Type.String({ description: 'The ID of what was changed.' }),
    subject_email: nullable(
      Type.String({
        description: 'The email address of the member whom it is about. Null for others and former members.',
      }),
    ),
    address: nullable(Type.String({ description: 'The IP address that it came from, if that is known.' })),
    details: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The name of the detail.' }),
          value: Type.String({ description: 'Its value, as text or JSON.' }),
        },
        closed,
      ),
      { description: 'More about the change.' },
    ),
  },
  { ...closed, title: 'AuditEntry' },
);

export const AuditPageSchema = Type.Object({ data: Type.Array(AuditEntrySchema), next_cursor: NextCursor }, closed);
