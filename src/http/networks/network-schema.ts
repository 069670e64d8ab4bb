import { Type } from 'typebox';
import { NODE_STATES } from '../../domain/networks/node-state.ts';
import { NETWORK_CAUSES } from '../../usecases/networks/view-networks.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';

const WATCHED_STATES = ['ok', 'delayed', 'distrusted'] as const;

const MEANING =
  '`delayed`: the server cannot see new payments at the moment. `distrusted`: the nodes contradict themselves or are on ' +
  'another chain, so no payment is credited.';

export const NetworkState = words(WATCHED_STATES, { description: MEANING });

const NodeSchema = Type.Object(
  {
    name: Type.String({
      description: 'The node’s number in the order of the server’s settings. Only the operator sees its host.',
    }),
    state: words(NODE_STATES, {
      description:
        '`slowed`: the node limits how often it may be called. `failing`: it does not answer. `disagrees`: its blocks ' +
        'differ from those of other nodes. `lagging`: it lacks blocks that other nodes have.',
    }),
    reason: nullable(Type.String({ description: 'Why it is not `ok`.' })),
    calls_per_second: nullable(
      Type.Number({ description: 'How often the server calls it at most. Null while it does not limit calls.' }),
    ),
  },
  closed,
);

const BlockSchema = Type.Object(
  {
    height: Type.Integer({ description: 'The number of the block; on Solana, the slot.' }),
    time: nullable(Time('The time of the block. Null if it is not known.')),
  },
  closed,
);

export const NetworkSchema = Type.Object(
  {
    name: Type.String({ description: 'The network’s name, such as `solana` or `bitcoin`.' }),
    chain_id: Type.String({ description: 'The network’s CAIP-2 ID.' }),
    title: Type.String({ description: 'The network’s display name.' }),
    wallet: words(['none', 'address', 'extended_key'], {
      description: 'The kind of wallet that the network needs. `none` if it needs no wallet.',
    }),
    wallet_network: Type.String({
      description:
        'The `network` of the wallet that receives payments here: the network’s name, or `evm` for EVM networks.',
    }),
    assets: Type.Array(Type.String(), {
      description: 'The assets that can be paid with on the network, or could be if it was watched.',
    }),
    explorer: nullable(
      Type.Object(
        {
          tx: Type.String({ description: 'The page of a transaction; replace `{tx}`.' }),
          address: Type.String({ description: 'The page of an address; replace `{address}`.' }),
        },
        closed,
      ),
      { description: 'A block explorer, if there is one.' },
    ),
    state: words([...WATCHED_STATES, 'unwatched'], {
      description: `${MEANING} \`unwatched\`: the server has no node for the network.`,
    }),
    cause: nullable(
      words(NETWORK_CAUSES, {
        description:
          'Why the network is in its state. `never_read`: nothing has been read since the network was turned on. ' +
          '`nodes_away`: no node answers. `nodes_contradict`: the nodes contradict themselves or are on another chain. ' +
          '`no_worker`: no process of the server reads the network. `behind`: the newest blocks are not read yet. ' +
          '`rate_limited`: the nodes limit how often they may be called, so payments show up later; the state can still ' +
          'be `ok`. Null if there is nothing to say.',
      }),
    ),
    newest_block: nullable(BlockSchema, {
      description: 'The newest block that a node reported. Null if there was none, or the network is not watched.',
    }),
    read_at: nullable(
      Time(
        'Payments on the network have been read up to this time. Null if it has never been read. An `unwatched` network ' +
          'with this time was watched before.',
      ),
    ),
    since: nullable(
      Time('The network cannot be seen since this time. Null if it can be seen, or has never been read.'),
    ),
    nodes: Type.Array(NodeSchema, { description: 'The server’s nodes for the network.' }),
    turn_on: nullable(
      Type.String({
        description:
          'The line that the operator adds to the server’s environment so that the network is watched. Null if it is.',
      }),
    ),
    detail: Type.String({ description: 'The state as a sentence.' }),
  },
  { ...closed, title: 'Network', description: 'A network that can be paid on, and how well the server sees it.' },
);

export const NetworkListSchema = Type.Object({ data: Type.Array(NetworkSchema) }, closed);
