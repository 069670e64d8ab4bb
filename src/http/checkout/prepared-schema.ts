import { Type } from 'typebox';
import { closed, nullable } from '../server/shapes.ts';

const Serialized = Type.Object(
  {
    transaction: Type.String({
      contentEncoding: 'base64',
      description: 'The unsigned transaction. It stays valid for about a minute.',
    }),
    network: Type.String(),
    chain: Type.String({
      description: 'The network’s name in the Wallet Standard, such as `solana:mainnet`.',
    }),
  },
  { ...closed, description: 'On Solana.' },
);

const Members = Type.Array(Type.Object({ name: Type.String(), type: Type.String() }, closed));

const Authorization = Type.Object(
  {
    domain: Type.Object(
      { name: Type.String(), version: Type.String(), chainId: Type.Integer(), verifyingContract: Type.String() },
      closed,
    ),
    types: Type.Object({ EIP712Domain: Members, TransferWithAuthorization: Members }, closed),
    primaryType: Type.Literal('TransferWithAuthorization'),
    message: Type.Object(
      {
        from: Type.String(),
        to: Type.String(),
        value: Type.String(),
        validAfter: Type.String(),
        validBefore: Type.String(),
        nonce: Type.String({ description: 'Names the payment intent.' }),
      },
      closed,
    ),
  },
  {
    ...closed,
    description:
      'EIP-712 typed data. The wallet signs it first (`eth_signTypedData_v4`). Append the signature to `call.data` as three ' +
      'words of 32 bytes: v, r and s.',
  },
);

const AddChain = Type.Object(
  {
    chainId: Type.String(),
    chainName: Type.String(),
    nativeCurrency: Type.Object({ name: Type.String(), symbol: Type.String(), decimals: Type.Integer() }, closed),
    rpcUrls: Type.Array(Type.String()),
    blockExplorerUrls: Type.Array(Type.String()),
  },
  {
    ...closed,
    description: 'The parameter of `wallet_addEthereumChain`, for a wallet that does not know the network.',
  },
);

const Call = Type.Object(
  {
    call: Type.Object(
      {
        to: Type.String(),
        value: Type.String({ description: 'Hexadecimal, in the smallest unit of the coin.' }),
        data: Type.String({ description: 'Hexadecimal.' }),
      },
      { ...closed, description: 'For `eth_sendTransaction` or `wallet_sendCalls`. The wallet adds nonce and fee.' },
    ),
    authorization: nullable(Authorization, {
      description: 'Null unless no exact amount is left for the price, so that only a signature can name the payment.',
    }),
    add_chain: nullable(AddChain, { description: 'Null if the network has no public node.' }),
    network: Type.String(),
    chain: Type.String({ description: '`eip155:` and the chain ID, such as `eip155:8453`.' }),
  },
  { ...closed, description: 'On EVM networks.' },
);

export const PreparedSchema = Type.Union([Serialized, Call]);
