import { afterEach, expect, it, vi } from 'vitest';
import { findEvmWallets } from './find-evm-wallets.ts';
import type { FoundWallet } from './found-wallet.ts';

afterEach(() => vi.unstubAllGlobals());

/** The wallets that the page knows after these announcements. */
function announce(...announcements: unknown[]): readonly FoundWallet[] {
  const page = new EventTarget();
  for (const method of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(method, page[method].bind(page));
  let found: readonly FoundWallet[] = [];
  const stop = findEvmWallets((wallets) => {
    found = wallets;
  });
  for (const detail of announcements) page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  stop();
  return found;
}

const provider = { request: async () => undefined };
const wallet = (uuid: string, info: object = {}) => ({ info: { uuid, name: 'Wallet', ...info }, provider });

it('knows each wallet once', () => {
  expect(announce(wallet('1'), wallet('2'), wallet('1', { name: 'Again' })).map(({ name }) => name)).toEqual([
    'Wallet',
    'Wallet',
  ]);
});

it.each([
  ['nothing', undefined],
  ['no name', wallet('1', { name: 7 })],
  ['no provider', { info: { uuid: '1', name: 'Wallet' } }],
])('ignores %s', (_, announced) => expect(announce(announced)).toEqual([]));

it('shows an icon only if that takes no request', () => {
  const icons = ['https://example.com/icon.png', 'data:text/html,x', 'data:image/svg+xml,<svg/>'];
  const found = announce(...icons.map((icon, number) => wallet(String(number), { icon })));
  expect(found.map(({ icon }) => icon)).toEqual([undefined, undefined, 'data:image/svg+xml,<svg/>']);
});

it('leaves room for the rest of the page', () => {
  const found = announce(
    ...Array.from({ length: 500 }, (_, number) => wallet(String(number), { name: 'x'.repeat(9_999) })),
  );
  expect(found).toHaveLength(20);
  expect(found[0]?.name).toHaveLength(40);
});
