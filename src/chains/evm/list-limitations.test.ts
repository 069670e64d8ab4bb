import { expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { createNode } from './create-node.ts';
import { createTracer } from './create-tracer.ts';
import { listLimitations } from './list-limitations.ts';
import { ScriptedNode } from './scripted-node.test-fixture.ts';

const CANNOT_TRACE = 'It cannot trace, so coin that a contract forwards is listed as unmatched and not credited';

function setUp(change: Partial<ScriptedNode>) {
  const rpc = Object.assign(new ScriptedNode(), change);
  rpc.mine();
  const node = createNode(rpc);
  return { node, tracer: createTracer(node, rpc) };
}

it.each([
  ['base', { canTrace: true, tags: { safe: 0, finalized: 0 } }, []],
  ['evm-local', { canTrace: true }, []],
  ['evm-local', { canTrace: false }, [CANNOT_TRACE]],
  [
    'base',
    { canTrace: true, tags: { finalized: 0 } },
    ['It does not know the block tag safe, so a payment that needs it is final after 10800 blocks'],
  ],
  [
    'base',
    { canTrace: false },
    [
      'It does not know the block tag safe or finalized, so a payment that needs it is final after 10800 blocks',
      CANNOT_TRACE,
    ],
  ],
] as const)('of %s with %j: %j', async (name, change, limitations) => {
  expect(await listLimitations({ ...setUp(change), network: NETWORKS[name] })).toEqual(limitations);
});
