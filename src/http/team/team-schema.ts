import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { MEMBER_ROLES, PERMISSION_NAMES } from '../../domain/team/roles.ts';
import { closed, Time, words } from '../server/shapes.ts';
import { Email, Password } from '../sessions/session-schema.ts';

const Role = (description: string) => words(MEMBER_ROLES, { description });

export const RolesSchema = Type.Object(
  {
    roles: Type.Array(
      Type.Object(
        {
          name: Role('The role.'),
          permissions: Type.Array(words(PERMISSION_NAMES), { description: 'What the role may do.' }),
        },
        closed,
      ),
      { description: 'All roles.' },
    ),
    permissions: Type.Array(
      Type.Object(
        {
          name: words(PERMISSION_NAMES, { description: 'The permission.' }),
          allows: Type.String({ description: 'What it allows.' }),
        },
        closed,
      ),
      { description: 'All permissions.' },
    ),
  },
  { ...closed, title: 'Roles' },
);

const UserId = Type.String({ pattern: '^usr_[0-9A-Za-z]{22}$', description: 'The member’s user ID.' });

export const MemberSchema = Type.Object(
  {
    id: UserId,
    email: Type.String({ description: 'The member’s email address.' }),
    role: Role('The member’s role.'),
    joined_at: Time('When the member’s account was created.'),
    current: Type.Boolean({ description: 'Whether this is the signed-in user.' }),
  },
  { ...closed, title: 'Member' },
);

const invitation = {
  id: Type.String({ pattern: '^inv_[0-9A-Za-z]{22}$', description: 'The invitation’s ID.' }),
  email: Type.String({ description: 'Who is invited.' }),
  role: Role('The role that the invitation gives.'),
  created_at: Time('When it was made.'),
  expires_at: Time('When it expires.'),
};

export const InvitationSchema = Type.Object(invitation, { ...closed, title: 'Invitation' });

export const NewInvitationSchema = Type.Object(
  {
    ...invitation,
    url: Type.String({ description: 'The link that accepts the invitation. It is shown only once.' }),
    mailed: Type.Boolean({ description: 'Whether the link is on its way to the email address.' }),
  },
  { ...closed, title: 'NewInvitation' },
);

export const TeamSchema = Type.Object(
  {
    members: Type.Array(MemberSchema, { description: 'All members, by email address.' }),
    invitations: Type.Array(InvitationSchema, { description: 'The open invitations, newest first.' }),
  },
  { ...closed, title: 'Team' },
);

const OwnPassword = Type.Optional(
  Type.String({
    maxLength: LIMITS.passwordSentLengthMax,
    description: 'The password of the signed-in user. Required.',
  }),
);

export const InviteBody = Type.Object({ email: Email, role: Role('The role to give.'), password: OwnPassword }, closed);

export const RemoveMemberBody = Type.Object({ password: OwnPassword }, closed);

export const ChangeMemberBody = Type.Object({ role: Role('The new role.'), password: OwnPassword }, closed);

const Token = Type.String({ maxLength: 100, description: 'The part of the invitation’s link after the `#`.' });

export const ViewInvitationBody = Type.Object({ token: Token }, closed);

export const ViewedInvitationSchema = Type.Object(
  {
    email: Type.String({ description: 'Who is invited.' }),
    role: Role('The role that the invitation gives.'),
    merchant_name: Type.String({ description: 'The name of the merchant whose team it is.' }),
  },
  { ...closed, title: 'ViewedInvitation' },
);

export const AcceptInvitationBody = Type.Object({ token: Token, password: Password }, closed);
