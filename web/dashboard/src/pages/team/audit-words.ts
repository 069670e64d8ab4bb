/** What happened, in words. Actions of later versions are shown by their name. */
const ACTIONS: Readonly<Record<string, string>> = {
  'api_key.created': 'Created an API key',
  'api_key.revealed': 'Looked at a test private key',
  'api_key.revoked': 'Revoked an API key',
  'api_key.rolled': 'Rolled an API key',
  'customer.erased': 'Erased a customer’s data',
  'invitation.revoked': 'Revoked an invitation',
  'mail.dropped': 'An email was dropped, because too many were waiting',
  'mail.failed': 'An email could not be sent',
  'member.invited': 'Invited a member',
  'member.joined': 'Joined the team',
  'member.removed': 'Removed a member',
  'member.role_changed': 'Changed the role of a member',
  'merchant.created': 'Created the account',
  'merchant.settings_changed': 'Changed the settings',
  'merchant.store_set': 'Moved the data to another database',
  'payment_intent.accepted': 'Accepted a payment',
  'payment_intent.rejected': 'Rejected a payment',
  'transfer.assigned': 'Assigned a transfer to a payment',
  'user.device_forgotten': 'Forgot a trusted device',
  'user.device_trusted': 'Trusted a device',
  'user.operator_added': 'Made a user an operator of the server',
  'user.operator_removed': 'A user is no longer an operator of the server',
  'user.passkey_added': 'Added a passkey',
  'user.passkey_removed': 'Removed a passkey',
  'user.password_changed': 'Changed the password',
  'user.password_reset': 'Reset the password',
  'user.password_reset_requested': 'A link to reset a password was requested',
  'user.recovery_code_used': 'Used a recovery code',
  'user.recovery_codes_replaced': 'Created new recovery codes',
  'user.second_factor_failed': 'Gave a wrong second factor',
  'user.session_ended': 'Signed out another device',
  'user.sign_in_failed': 'Failed sign-in: wrong password',
  'user.signed_in': 'Signed in',
  'user.signed_out': 'Signed out',
  'user.totp_added': 'Set up an authenticator app',
  'user.totp_removed': 'Removed the authenticator app',
  'wallet.changed': 'Changed a wallet',
  'wallet.released': 'Lost a wallet to another account',
  'wallet.removed': 'Removed a wallet',
  'webhook_endpoint.changed': 'Changed a webhook endpoint',
  'webhook_endpoint.created': 'Created a webhook endpoint',
  'webhook_endpoint.deleted': 'Deleted a webhook endpoint',
  'webhook_endpoint.rolled': 'Rolled the secret of a webhook endpoint',
};

/** Who did it, if it was no member of the team. */
const ACTORS: Readonly<Record<string, string>> = {
  cli: 'Command line',
  mail_queue: 'Florin',
  set_up_link: 'Setup link',
  sign_up: 'Sign-up page',
  takeover: 'Another account',
  visitor: 'Not signed in',
};

export const wordsOfAction = (action: string): string => ACTIONS[action] ?? plain(action);

export function wordsOfActor(actor: string): string {
  if (actor.startsWith('key_')) return `API key ${actor}`;
  if (actor.startsWith('usr_')) return `Former member ${actor}`;
  return ACTORS[actor] ?? plain(actor);
}

/** `some_thing.done` as people write it. */
function plain(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
