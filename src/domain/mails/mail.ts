import type { Mode } from '../keys/key.ts';
import type { MemberRole } from '../team/roles.ts';

/** Where a change was made. Null if it was the command line of the server. */
interface Origin {
  address: string | null;
  atMs: number;
}

/** What each kind of email says. It is stored sealed until the email is sent. */
export interface MailContents {
  invitation: {
    to: string;
    merchantName: string;
    role: MemberRole;
    invitedBy: string;
    url: string;
    expiresAtMs: number;
  };
  /**
   * Somebody asks for a new password. The account is looked up when the email is sent, so that the request takes the same time
   * whether there is one.
   */
  password_reset: { email: string; address: string };
  password_changed: Origin & { to: string; how: 'changed' | 'reset' };
  second_factor_removed: Origin & { to: string; factor: 'app' | 'passkey' | 'all' };
  wallet_changed: {
    to: string;
    merchantName: string;
    mode: Mode;
    network: string;
    change: 'added' | 'removed' | 'released';
    /** Who did it, in words. */
    by: string;
    effectiveAtMs: number;
  };
  payments_need_review: { to: string; merchantName: string; mode: Mode; ids: readonly string[]; count: number };
  endpoint_disabled: { to: string; merchantName: string; mode: Mode; ids: readonly string[]; count: number };
}

export type MailKind = keyof MailContents;

/** The kinds that a person can turn off. The others concern the security of the account. */
export const NOTICE_KINDS = ['wallet_changed', 'payments_need_review', 'endpoint_disabled'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Who gets a notice: those who can do something about it, or have to answer for it. */
const NOTICE_ROLES = {
  wallet_changed: ['owner'],
  payments_need_review: ['owner', 'support'],
  endpoint_disabled: ['owner', 'developer'],
} as const satisfies Record<NoticeKind, readonly MemberRole[]>;

export const isNoticeFor = (kind: NoticeKind, role: MemberRole): boolean =>
  (NOTICE_ROLES[kind] as readonly MemberRole[]).includes(role);

/** The events of a data store that become a notice. */
export const NOTICE_EVENTS: Readonly<Record<string, NoticeKind>> = {
  'payment_intent.needs_review': 'payments_need_review',
  'payment_intent.reversed': 'payments_need_review',
  'webhook_endpoint.disabled': 'endpoint_disabled',
};
