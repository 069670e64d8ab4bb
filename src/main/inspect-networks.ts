import type { CallsPerDay } from '../chains/calls-per-day.ts';
import { estimateCalls } from '../chains/estimate-calls.ts';
import { openChain } from '../chains/registry.ts';
import type { Check } from '../cli/command.ts';
import type { Config } from '../config.ts';
import { isEsploraUrl, plainUrl } from '../domain/networks/esplora-url.ts';
import { formatAge } from '../domain/networks/format-age.ts';
import { NETWORKS } from '../domain/networks/network.ts';
import type { NodeState } from '../domain/networks/node-state.ts';
import { rpcExample } from '../domain/networks/rpc-example.ts';
import { rpcVariable } from '../domain/networks/rpc-variable.ts';
import type { ChainAdapter } from '../ports/chain.ts';
import type { Clock } from '../ports/clock.ts';
import { random } from '../system/random.ts';
import { readAssets } from '../system/read-assets.ts';
import { probeNetwork } from '../usecases/networks/probe-network.ts';

/** The machine's clock: nodes can be checked while the database is away. */
const clock: Pick<Clock, 'nowMs'> = { nowMs: () => Date.now() };

type Settings = Pick<Config, 'rpcUrls' | 'assetsFile' | 'agreement'>;

/** Checks each node of each watched network, and says what watching costs and which networks are not turned on. */
export async function inspectNetworks(settings: Settings): Promise<Check[]> {
  const watched = await Promise.all([...settings.rpcUrls].map(([name, urls]) => inspectNetwork(settings, name, urls)));
  return [...watched.flat(), ...listOff(settings)];
}

/** Each node on its own. A network needs one node that works; the others are spare. */
async function inspectNetwork(
  { assetsFile, agreement }: Settings,
  name: string,
  urls: readonly string[],
): Promise<Check[]> {
  let calls: CallsPerDay | undefined;
  const checks = await Promise.all(
    urls.map(async (url): Promise<Check> => {
      const { host } = new URL(plainUrl(url));
      const node = `${name} at ${isEsploraUrl(url) ? `Esplora server ${host}` : host}`;
      try {
        const furtherAssets = assetsFile === undefined ? [] : await readAssets(assetsFile);
        const chain = await openChain({ clock, random, furtherAssets, agreement }, name, [url]);
        calls ??= estimateCalls(chain, url);
        return { name: node, ok: true, detail: await describeNode(chain) };
      } catch (error) {
        return { name: node, ok: false, detail: `${(error as Error).message} ${adviceFor(name, url)}` };
      }
    }),
  );
  const works = checks.some(({ ok }) => ok);
  for (const check of checks) if (works && !check.ok) check.spare = true;
  return [...checks, ...(calls ? [{ name: `${name} calls`, ok: true, detail: describeCalls(calls) }] : [])];
}

async function describeNode(chain: ChainAdapter): Promise<string> {
  const { height, timeMs } = await probeNetwork(chain, clock);
  const limitations = (await chain.listLimitations?.()) ?? [];
  const tokens = chain.assets.filter(({ token }) => token !== undefined).length;
  const facts = [
    'reachable, right chain',
    `block ${height}, ${formatAge(clock.nowMs() - timeMs)} old`,
    ...(tokens === 0 ? [] : [`${tokens} ${tokens === 1 ? 'token' : 'tokens'} checked`]),
  ];
  return [facts.join(', '), ...limitations, ...(chain.nodes?.() ?? []).flatMap(describeRate)].join('. ');
}

function describeRate({ state, reason, callsPerSecond }: NodeState): string[] {
  if (state !== 'slowed') return [];
  return [`It ${reason ?? 'limits the rate of calls'}, so Florin calls it at most ${callsPerSecond} times a second`];
}

function describeCalls({ idle, busy, tokensOnly, further }: CallsPerDay): string {
  const tokens = tokensOnly === undefined ? '' : ` (${count(tokensOnly)} for tokens alone)`;
  const more = further === undefined ? '' : `; plus ${further}`;
  return `at most ${count(busy)} a day while payments are expected${tokens}, ${count(idle)} otherwise${more}`;
}

const count = (number: number): string => number.toLocaleString('en-US');

const adviceFor = (network: string, url: string): string =>
  `${isEsploraUrl(url) ? 'Check the Esplora server' : 'Start the node'}, or correct ${rpcVariable(network)}.`;

function listOff({ rpcUrls }: Settings): Check[] {
  const off = Object.values(NETWORKS).filter(({ name, family }) => family !== 'simulated' && !rpcUrls.has(name));
  const [first] = off;
  if (first === undefined) return [];
  const names = off.map(({ name }) => name).join(', ');
  return [
    { name: 'not turned on', ok: true, detail: `${names}. To watch one, set its line, such as ${rpcExample(first)}` },
  ];
}
