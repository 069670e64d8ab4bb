import type { NetworkFamily } from '../../src/domain/networks/network.ts';

/** What people paste by mistake. Each is a wallet of at most one family of chains, and of no test network. */
export const INVALID_WALLETS: readonly { what: string; text: string; walletOf?: NetworkFamily }[] = [
  { what: 'nothing', text: '  ' },
  { what: 'a word', text: 'my wallet' },
  { what: 'emoji', text: '💸💸💸' },
  { what: 'a very long text', text: 'x'.repeat(10_000) },
  { what: 'a Bitcoin address', text: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
  { what: 'a legacy Bitcoin address', text: '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA' },
  { what: 'a Litecoin address', text: 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea' },
  { what: 'an Ethereum address', text: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { what: 'a Solana address', text: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', walletOf: 'solana' },
  {
    what: 'a Bitcoin mainnet extended key',
    text: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  },
  {
    what: 'a private extended key',
    text: 'tprv8gRrNu65W2Msef2BdBSUgFdRTGzC8EwVXnV7UGS3faeXtuMVtGfEdidVeGbThs4ELEoayCAzZQ4uUji9DUiAs7erdVskqju7hrBcDvDsdbY',
  },
  { what: 'a Bitcoin private key', text: 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d' },
  { what: 'an Ethereum private key', text: `0x${'4c0883a69102937d'.repeat(4)}` },
  {
    what: 'a Solana private key',
    text: '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw4mLJ1vLzsbNjn9WsFZ4qYCSyXbTqSZ3nZ7KsCZzsJ2xGk',
  },
  {
    what: 'seed words',
    text: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  },
];
