import type { Wallet } from '../src/api/generated.ts';
import type { Mode, WalletWish } from '../src/api/types.ts';
import { type Answer, type MockCall, PASSWORD, Refusal } from './mock-call.ts';
import type { ModeState } from './mock-state.ts';
import { sampleWallet } from './sample-wallet.ts';

const PAGE = 20;

export const networks = (state: ModeState): Answer => ({ status: 200, body: { data: state.networks } });

const refuse = (member: string, detail: string, code = 'invalid_wallet'): Refusal =>
  new Refusal(422, 'validation_failed', 'The wallet cannot be used.', [{ pointer: `#/${member}`, code, detail }]);

const wrongPassword = () => new Refusal(401, 'invalid_credentials', 'The password is wrong.');

export function wallets(state: ModeState, mode: Mode, { method, body }: MockCall, [id]: string[]): Answer {
  if (method === 'GET') return { status: 200, body: { data: state.wallets } };
  const wish = JSON.parse(body) as WalletWish;
  if (method === 'DELETE') {
    if (wish.password !== PASSWORD) throw wrongPassword();
    state.wallets = state.wallets.filter((wallet) => wallet.id !== id);
    return { status: 200, body: { id, deleted: true } };
  }
  const wallet = understand(wish, mode);
  if (wish.dry_run) return { status: 200, body: wallet };
  if (wish.password !== PASSWORD) throw wrongPassword();
  state.wallets = [...state.wallets.filter(({ network }) => network !== wish.network), wallet];
  return { status: 201, body: wallet };
}

/** Begins with what the server itself would look at: `tprv` is a secret, `tpub` does not say its kind. */
function understand(
  { xpub, address, script_type: kind, network, start_index: start = 0 }: WalletWish,
  mode: Mode,
): Wallet {
  if (xpub === '') throw refuse('xpub', 'Nothing was given.');
  if (address === '') throw refuse('address', 'Nothing was given.');
  if (xpub?.startsWith('tprv')) {
    throw refuse(
      'xpub',
      'This is a private extended key. Anyone who has it can spend the money. Move the money: this secret has been sent to a server.',
      'private_key_given',
    );
  }
  if (xpub?.startsWith('tpub') && kind === undefined) {
    throw refuse(
      'xpub',
      'A key that begins with tpub does not say which addresses the wallet uses. Say it: p2wpkh (native SegWit) or p2pkh (legacy).',
      'script_type_missing',
    );
  }
  const common = { livemode: mode === 'live', network };
  if (address !== undefined) return sampleWallet({ ...common, addresses: [address] });
  const addresses = [0, 1, 2].map((place) => `rltc1q${kind ?? 'own'}8x2m4w6k9s3v5t7y0z${start + place}`);
  return sampleWallet({ ...common, kind: 'extended_key', addresses, next_index: start, unused_in_a_row: 0 });
}

export function transfers(state: ModeState, { method, query, body }: MockCall, [id]: string[]): Answer {
  if (method === 'POST') {
    const { payment_intent_id: intentId } = JSON.parse(body) as { payment_intent_id: string };
    const transfer = state.transfers.find((each) => each.id === id);
    const intent = state.intents.find((each) => each.id === intentId);
    if (!transfer || !intent) throw new Refusal(404, 'not_found', 'There is no such transfer or payment intent.');
    if (transfer.reason === 'failed') {
      throw new Refusal(409, 'invalid_state', 'This transaction failed on chain; it moved no money.');
    }
    transfer.assigned_to = intent.id;
    return { status: 200, body: intent };
  }
  const wanted = query.get('payment_intent_id');
  const fitting = state.transfers.filter(
    (each) =>
      (query.get('state') === 'all' || each.assigned_to === null) &&
      (wanted === null || each.payment_intent_id === wanted),
  );
  const from = query.get('cursor') === null ? 0 : fitting.findIndex((each) => each.id === query.get('cursor')) + 1;
  const page = fitting.slice(from, from + PAGE);
  const next = from + PAGE < fitting.length ? (page.at(-1)?.id ?? null) : null;
  return { status: 200, body: { data: page, next_cursor: next } };
}
