import { callsPerDay } from '../../src/chains/evm/calls-per-day.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { NETWORKS, type Network } from '../../src/domain/networks/network.ts';
import { rpcVariable } from '../../src/domain/networks/rpc-variable.ts';
import type { FinalityRequirement } from '../../src/domain/payments/finality-requirement.ts';

const networks: readonly Network[] = Object.values(NETWORKS);

const code = (text: string) => `\`${text}\``;
const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [rowOf(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(rowOf)].join('\n');

/** Every network, what can be paid with on it, and what turns it on, as `docs/networks.md` shows it. */
export const networkTable = (): string =>
  tableOf(
    ['Network', 'Mode', 'Chain ID', 'Assets', 'Turned on by'],
    networks.map(({ name, livemode, chainId, family }) => [
      code(name),
      livemode ? 'live' : 'test',
      code(chainId),
      family === 'simulated' ? 'all' : assetsOn(name),
      family === 'simulated' ? 'always on' : code(rpcVariable(name)),
    ]),
  );

const assetsOn = (name: string) =>
  ASSETS_ON_NETWORKS.filter(({ network }) => network === name)
    .map((asset) => asset.code)
    .join(', ');

/** When a payment is final, by network and value. Networks with the same rule share a row. */
export function finalityTable(): string {
  const rules = new Map<string, string[]>();
  for (const { name, finality } of networks) {
    const rule = finality.map(wordsOf).join(' | ');
    rules.set(rule, [...(rules.get(rule) ?? []), code(name)]);
  }
  return tableOf(
    ['Network', 'below 100', 'below 1,000', 'below 10,000', 'higher, or uncertain'],
    [...rules].map(([rule, names]) => [names.join(', '), rule]),
  );
}

/** About how many calls a day each live EVM network costs. Networks that cost the same share a row. */
export function callsTable(): string {
  const costs = new Map<string, string[]>();
  for (const network of networks.filter(({ family, livemode }) => family === 'evm' && livemode)) {
    const { idle, tokensOnly = 0, busy } = callsPerDay(network);
    const cost = [idle, tokensOnly, busy].map(inThousands).join(' | ');
    costs.set(cost, [...(costs.get(cost) ?? []), code(network.name)]);
  }
  return tableOf(
    ['Network', 'Nothing expected', 'Tokens expected', 'The coin expected'],
    [...costs].map(([cost, names]) => [names.join(', '), cost]),
  );
}

const inThousands = (count: number) => (Math.round(count / 1_000) * 1_000).toLocaleString('en-US');

function wordsOf(requirement: FinalityRequirement): string {
  if ('blocks' in requirement) return requirement.blocks === 1 ? '1 block' : `${requirement.blocks} blocks`;
  // Marked for the check of limits: the number is compared here.
  if ('seconds' in requirement) return `${requirement.seconds} s<!-- fixed -->`;
  return code(requirement.tag);
}
