import { expect, it } from 'vitest';
import { makeId } from '../ids.ts';
import { ownershipMessage } from './ownership-message.ts';

const claim = {
  origin: 'https://pay.example.com',
  merchantId: makeId('mer', 1, new Uint8Array(10)),
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  issuedAtMs: Date.UTC(2026, 10, 20, 9, 30),
};

it('names website, merchant, network, address and time in plain text', () => {
  const message = ownershipMessage(claim);
  for (const part of [claim.origin, claim.merchantId, claim.chainId, claim.address, '2026-11-20T09:30:00.000Z']) {
    expect(message).toContain(part);
  }
  expect(message).toMatch(/^[\n\x20-\x7e]+$/);
});

it('differs in each part', () => {
  const others = [
    { origin: 'https://evil.example.com' },
    { merchantId: makeId('mer', 2, new Uint8Array(10)) },
    { chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
    { address: 'another' },
    { issuedAtMs: claim.issuedAtMs + 1 },
  ];
  const messages = others.map((other) => ownershipMessage({ ...claim, ...other }));
  expect(new Set([ownershipMessage(claim), ...messages]).size).toBe(6);
});
