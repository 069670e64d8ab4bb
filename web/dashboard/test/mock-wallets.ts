import type { Wallet } from '../src/api/generated.ts';
import type { Mode, WalletInput } from '../src/api/types.ts';
import { invalidField, MockError, type MockRequest, type MockResponse, PASSWORD } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';
import { sampleWallet } from './sample-wallet.ts';

const wrongPassword = () => new MockError(401, 'invalid_credentials', 'The password is incorrect.');

/** Another merchant uses it. Its owner signs by repeating the message. */
export const TAKEN_ADDRESS = 'Taken1111111111111111111111111111111111111';
export const TAKEN_EVM_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const MESSAGE = 'Florin wallet ownership';
const SIGNATURES: Record<string, string> = {
  [TAKEN_ADDRESS]: btoa(MESSAGE),
  [TAKEN_EVM_ADDRESS.toLowerCase()]: `0x${Buffer.from(MESSAGE).toString('hex')}`,
};

export function handleWallets(
  state: ModeState,
  mode: Mode,
  { method, body }: MockRequest,
  [id]: string[],
): MockResponse {
  if (method === 'GET') return { status: 200, body: { data: state.wallets, released: state.released } };
  if (id === 'challenge') {
    const issued_at = new Date().toISOString();
    return { status: 200, body: { message: MESSAGE, issued_at, expires_at: issued_at } };
  }
  const input = JSON.parse(body) as WalletInput;
  if (method === 'DELETE') {
    if (input.password !== PASSWORD) throw wrongPassword();
    state.wallets = state.wallets.filter((wallet) => wallet.id !== id);
    return { status: 200, body: { id, deleted: true } };
  }
  const wallet = parseWallet(input, mode);
  if (input.dry_run) return { status: 200, body: wallet };
  if (input.password !== PASSWORD) throw wrongPassword();
  const expected = SIGNATURES[input.address ?? ''];
  if (expected !== undefined && input.proof?.signature !== expected) {
    throw new MockError(409, 'wallet_taken', 'Another merchant on this server already uses this wallet.');
  }
  state.wallets = [...state.wallets.filter(({ network }) => network !== input.network), wallet];
  return { status: 201, body: wallet };
}

/** Checks the same prefixes as the server: `tprv` is a private key, `tpub` does not include the script type. */
function parseWallet(
  { xpub, address, script_type: scriptType, network, start_index: start = 0 }: WalletInput,
  mode: Mode,
): Wallet {
  if (xpub === '') throw invalidField('xpub', 'invalid_wallet', 'Enter an extended public key.');
  if (address === '') throw invalidField('address', 'invalid_wallet', 'Enter an address.');
  if (xpub?.startsWith('tprv')) {
    const detail = 'This is a private extended key. Anyone who has it can spend your funds.';
    throw invalidField('xpub', 'private_key_given', detail);
  }
  if (xpub?.startsWith('tpub') && scriptType === undefined) {
    const detail = 'A tpub key does not include the address type. Choose p2wpkh (native SegWit) or p2pkh (legacy).';
    throw invalidField('xpub', 'script_type_missing', detail);
  }
  const shared = { livemode: mode === 'live', network };
  if (address !== undefined) return sampleWallet({ ...shared, addresses: [address] });
  const addresses = [0, 1, 2].map((index) => `rltc1q${scriptType ?? 'own'}8x2m4w6k9s3v5t7y0z${start + index}`);
  return sampleWallet({ ...shared, kind: 'extended_key', addresses, next_index: start, unused_in_a_row: 0 });
}
