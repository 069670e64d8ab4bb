import { Type } from 'typebox';
import { closed, NetworkName, nullable } from '../server/shapes.ts';

const Serialized = Type.Object(
  {
    transaction: Type.String({
      contentEncoding: 'base64',
      description: 'The unsigned transaction. It stays valid for about a minute.',
    }),
    network: NetworkName,
    chain: Type.String({
      description: 'The network’s name in the Wallet Standard, such as `solana:mainnet`.',
    }),
  },
  { ...closed, description: 'On Solana.' },
);

const Members = (description: string) =>
  Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'The name of the member.' }),
        type: Type.String({ description: 'Its type in Solidity.' }),
      },
      closed,
    ),
    { description },
  );

const Authorization = Type.Object(
  {
    domain: Type.Object(
      {
        name: Type.String({ description: 'The token’s name in its signatures.' }),
        version: Type.String({ description: 'The version of the token’s signatures.' }),
        chainId: Type.Integer({ description: 'The network’s chain ID.' }),
        verifyingContract: Type.String({ description: 'The token’s contract.' }),
      },
      { ...closed, description: 'What the signature is valid for.' },
    ),
    types: Type.Object(
      {
        EIP712Domain: Members('The members of `domain`.'),
        TransferWithAuthorization: Members('The members of `message`.'),
      },
      { ...closed, description: 'The types of `domain` and `message`.' },
    ),
    primaryType: Type.Literal('TransferWithAuthorization', { description: 'The type of `message`.' }),
    message: Type.Object(
      {
        from: Type.String({ description: 'The payer’s address.' }),
        to: Type.String({ description: 'The merchant’s address.' }),
        value: Type.String({ description: 'The amount, in the smallest unit of the token.' }),
        validAfter: Type.String({ description: 'From when the authorization is valid, in Unix seconds.' }),
        validBefore: Type.String({ description: 'Until when the authorization is valid, in Unix seconds.' }),
        nonce: Type.String({ description: 'Names the payment intent.' }),
      },
      { ...closed, description: 'What the payer signs: a transfer of the token.' },
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
    chainId: Type.String({ description: 'The chain ID, in hexadecimal.' }),
    chainName: Type.String({ description: 'The network’s display name.' }),
    nativeCurrency: Type.Object(
      {
        name: Type.String({ description: 'The coin’s name.' }),
        symbol: Type.String({ description: 'The coin’s code.' }),
        decimals: Type.Integer({ description: 'The coin’s decimals.' }),
      },
      { ...closed, description: 'The network’s coin.' },
    ),
    rpcUrls: Type.Array(Type.String(), { description: 'Public nodes of the network.' }),
    blockExplorerUrls: Type.Array(Type.String(), { description: 'Websites that show its transactions.' }),
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
        to: Type.String({ description: 'The merchant’s address for the coin, or the token’s contract.' }),
        value: Type.String({
          description: 'The coin to send, in its smallest unit and hexadecimal. `0x0` for a token.',
        }),
        data: Type.String({ description: 'The call of the token’s contract, in hexadecimal. `0x` for the coin.' }),
      },
      { ...closed, description: 'For `eth_sendTransaction` or `wallet_sendCalls`. The wallet adds nonce and fee.' },
    ),
    authorization: nullable(Authorization, {
      description: 'Null unless no exact amount is left for the price, so that only a signature can name the payment.',
    }),
    add_chain: nullable(AddChain, { description: 'Null if the network has no public node.' }),
    network: NetworkName,
    chain: Type.String({ description: '`eip155:` and the chain ID, such as `eip155:8453`.' }),
  },
  { ...closed, description: 'On EVM networks.' },
);

export const PreparedSchema = Type.Union([Serialized, Call]);
