/**
 * The tables that a backup leaves out, and why. Every other table of both planes is in a backup: the list comes from the
 * database, so that nobody has to remember to add a table.
 */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['florin_control.migrations', 'A restore applies the migrations that the backup names.'],
  ['florin_data.migrations', 'A restore applies the migrations that the backup names.'],
  ['florin_control.sessions', 'A device that was signed out after the backup must not be signed in again.'],
  ['florin_control.trusted_devices', 'A device that was forgotten after the backup must not be trusted again.'],
  ['florin_control.used_challenges', 'They only count for minutes.'],
  ['florin_control.sign_in_attempts', 'They only count for minutes.'],
  ['florin_control.password_resets', 'A link that was used after the backup must not work again.'],
  ['florin_control.mails', 'Most were sent after the backup, and would be sent again.'],
  ['florin_data.notices', 'Most were sent after the backup, and would be sent again.'],
  ['florin_control.setup_link', 'Every start replaces it.'],
  ['florin_data.event_traces', 'Nobody continues a trace after a restore.'],
  [
    'florin_data.request_log',
    'A log of requests that were answered: nothing depends on it, and it outgrows everything else.',
  ],
]);
