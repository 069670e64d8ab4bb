export { type MailOutcome, sendMails } from '../usecases/mails/send-mails.ts';

export const SEND_MAILS_PAUSE_MS = 1_000;
