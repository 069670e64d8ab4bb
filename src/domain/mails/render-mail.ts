import { LIMITS } from '../limits.ts';
import type { MailContents, MailKind } from './mail.ts';

/** An email as it is sent. */
export interface RenderedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface Message {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** What the reader can do. */
  link?: { label: string; url: string };
  /** Why the reader gets the mail. */
  reason: string;
}

type ReadyContents = Omit<MailContents, 'password_reset'> & { password_reset: { to: string; url: string } };

/** Anybody can choose a business name and sign up with a long address, and an email must not carry a stranger's message. */
const NAME_SHOWN_MAX = 64;

const HOURS = LIMITS.passwordResetMs / 3_600_000;
const NOT_YOU =
  'If this was not you, reset your password at once, and ask an owner of the account to check the audit log.';
const OWN_ACCOUNT = 'You get this mail because it concerns the security of your account. It cannot be turned off.';
const TURN_OFF = 'You can turn these notices off on your Account page.';

/** What ends a line, does nothing visible, or turns the direction of the text that follows. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const MARKS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** Text that others chose, on one line. */
const plain = (text: string, lengthMax: number = LIMITS.emailLengthMax): string => {
  const line = text.replaceAll(MARKS, ' ').trim();
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1)}…` : line;
};

const name = (text: string): string => plain(text, NAME_SHOWN_MAX);
const at = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const from = (address: string | null): string =>
  address === null ? 'on the command line of the server' : `from the IP address ${plain(address)}`;
const testMode = (mode: string): string => (mode === 'test' ? '[Test mode] ' : '');

const FACTORS = {
  app: 'The authenticator app was removed from your account',
  passkey: 'A passkey was removed from your account',
  all: 'All second factors were removed from your account',
} as const;

const WALLET_CHANGES = { added: 'added', removed: 'removed', released: 'taken over by another account' } as const;

const MESSAGES: { [Kind in MailKind]: (content: ReadyContents[Kind], baseUrl: string) => Message } = {
  invitation: ({ to, merchantName, role, invitedBy, url, expiresAtMs }) => ({
    to,
    subject: `Join ${name(merchantName)} on Florin`,
    paragraphs: [
      `${name(invitedBy)} invites you to the team of “${name(merchantName)}” as ${role}.`,
      `Open the link to set your password. It works once, until ${at(expiresAtMs)}.`,
    ],
    link: { label: 'Accept the invitation', url },
    reason: 'If you do not know the sender, ignore this mail. Nothing happens without you.',
  }),
  password_reset: ({ to, url }) => ({
    to,
    subject: 'Reset your Florin password',
    paragraphs: [
      `Somebody asked for a new password for ${plain(to)}.`,
      `Open the link to choose it. It works once, within ${HOURS === 1 ? 'an hour' : `${HOURS} hours`}, and only the newest ` +
        'link works. Your second factor stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
    reason: 'If this was not you, ignore this mail. Your password stays as it is.',
  }),
  password_changed: ({ to, how, address, atMs }, baseUrl) => ({
    to,
    subject: 'Your Florin password was changed',
    paragraphs: [
      `Your password was ${how === 'reset' ? 'reset' : 'changed'} ${from(address)}, at ${at(atMs)}. ` +
        `${how === 'reset' ? 'All your devices' : 'Your other devices'} are signed out.`,
      NOT_YOU,
    ],
    link: { label: 'Open Florin', url: `${baseUrl}/dashboard/account` },
    reason: OWN_ACCOUNT,
  }),
  second_factor_removed: ({ to, factor, address, atMs }, baseUrl) => ({
    to,
    subject: 'A second factor of your Florin account was removed',
    paragraphs: [`${FACTORS[factor]} ${from(address)}, at ${at(atMs)}.`, NOT_YOU],
    link: { label: 'Check your second factors', url: `${baseUrl}/dashboard/account` },
    reason: OWN_ACCOUNT,
  }),
  wallet_changed: ({ to, merchantName, mode, network, change, by, effectiveAtMs }, baseUrl) => ({
    to,
    subject: `${testMode(mode)}A wallet of ${name(merchantName)} was ${WALLET_CHANGES[change]}`,
    paragraphs: [
      `The ${mode} wallet on ${plain(network)} was ${WALLET_CHANGES[change]} by ${plain(by)}. ` +
        `${change === 'added' ? 'New payments go to the new wallet' : 'New payments no longer use it'} from ${at(effectiveAtMs)} on.`,
      'If nobody on your team did this, look at your wallets at once.',
    ],
    link: { label: 'Look at your wallets', url: `${baseUrl}/dashboard/settings/wallets?mode=${mode}` },
    reason: `You get this mail as an owner of the account. ${TURN_OFF}`,
  }),
  payments_need_review: (content, baseUrl) => ({
    to: content.to,
    subject:
      `${testMode(content.mode)}${countOf(content.count, 'payment needs', 'payments need')} your review ` +
      `at ${name(content.merchantName)}`,
    paragraphs: ['Waiting for your decision:', ...namesOf(content)],
    link: {
      label: 'Review payments',
      url: `${baseUrl}/dashboard/payments?mode=${content.mode}&status=needs_review`,
    },
    reason: `You get this mail because of your role in the team. ${TURN_OFF}`,
  }),
  endpoint_disabled: (content, baseUrl) => ({
    to: content.to,
    subject:
      `${testMode(content.mode)}${countOf(content.count, 'webhook endpoint was', 'webhook endpoints were')} disabled ` +
      `at ${name(content.merchantName)}`,
    paragraphs: [
      'Every delivery failed for days, so Florin stopped sending events to:',
      ...namesOf(content),
      'Fix the endpoint, enable it, and send the missed events again.',
    ],
    link: { label: 'Look at your endpoints', url: `${baseUrl}/dashboard/developers/webhooks?mode=${content.mode}` },
    reason: `You get this mail because of your role in the team. ${TURN_OFF}`,
  }),
};

const countOf = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const namesOf = ({ ids, count }: { ids: readonly string[]; count: number }): string[] => [
  ...ids.map(plainId),
  ...(count > ids.length ? [`and ${count - ids.length} more`] : []),
];

const plainId = (id: string): string => plain(id);

/** Draws an email as plain text and as simple HTML, without images or anything that is loaded from elsewhere. */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  content: ReadyContents[Kind],
  baseUrl: string,
): RenderedMail {
  const { to, subject, paragraphs, link, reason } = MESSAGES[kind](content, baseUrl);
  const signature = `Florin at ${baseUrl}`;
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `${reason}\n${signature}`];
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    `<p><small>${escapeHtml(reason)}<br>${escapeHtml(signature)}</small></p>`,
  ];
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`;
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `${head}<body>${html.join('\n')}</body></html>\n`,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
