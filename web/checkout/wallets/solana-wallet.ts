export interface WalletAccount {
  address: string;
  chains: readonly string[];
}

export interface SignRequest {
  account: WalletAccount;
  transaction: Uint8Array;
  chain: string;
}

export interface MessageRequest {
  account: WalletAccount;
  message: Uint8Array;
}

export interface SignedMessage {
  signature: Uint8Array;
}

/** What a wallet of the Wallet Standard does here. */
export interface SolanaWallet {
  connect: () => Promise<{ accounts: readonly WalletAccount[] }>;
  signAndSend: (request: SignRequest) => Promise<unknown>;
  signMessage: (request: MessageRequest) => Promise<readonly SignedMessage[]>;
}
