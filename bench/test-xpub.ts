import { HDKey } from '@scure/bip32';

const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

/** The extended public key of a test account. */
export const TEST_XPUB: string = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), TEST_KEY_VERSIONS).derive(
  "m/84'/1'/0'",
).publicExtendedKey;
