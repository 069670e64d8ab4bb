import type { CallsPerDay } from '../chains/calls-per-day.ts';
import { estimateCalls } from '../chains/estimate-calls.ts';
import { openChain } from '../chains/registry.ts';
import type { Check } from '../cli/command.ts';
import type { Config } from '../config.ts';
import { formatAge } from '../domain/networks/format-age.ts';
import { NETWORKS } from '../domain/networks/network.ts';
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
      const node = `${name} at ${new URL(url).host}`;
      try {
        const furtherAssets = assetsFile === undefined ? [] : await readAssets(assetsFile);
        const chain = await openChain({ clock, random, furtherAssets, agreement }, name, [url]);
        calls ??= estimateCalls(chain);
        return { name: node, ok: true, detail: await describeNode(chain) };
      } catch (error) {
        return { name: node, ok: false, detail: `${(error as Error).message} ${adviceFor(name)}` };
      }
    }),
  );
  const works = checks.some(({ ok }) => ok);
  for (const check of checks) if (works && !check.ok) check.spare = true;
  return [...checks, ...(calls ? [{ name: `${name} calls`, ok: true, detail: describeCalls(calls) }] : [])];
}

async function describeNode(chain: ChainAdapter): Promise<string> {
  const { height, timeMs } = await probeNetwork(chain, clock);
  const tokens = chain.assets.filter(({ token }) => token !== undefined).length;
  return [
    'reachable, right chain',
    `block ${height}, ${formatAge(clock.nowMs() - timeMs)} old`,
    ...(tokens === 0 ? [] : [`${tokens} ${tokens === 1 ? 'token' : 'tokens'} checked`]),
  ].join(', ');
}

const describeCalls = ({ idle, busy, further }: CallsPerDay): string =>
  `at most ${count(busy)} a day while payments are expected, ${count(idle)} otherwise` +
  (further === undefined ? '' : `; plus ${further}`);

const count = (number: number): string => number.toLocaleString('en-US');

const adviceFor = (network: string): string => `Start the node, or correct ${rpcVariable(network)}.`;

function listOff({ rpcUrls }: Settings): Check[] {
  const off = Object.values(NETWORKS).filter(({ name, family }) => family !== 'simulated' && !rpcUrls.has(name));
  const [first] = off;
  if (first === undefined) return [];
  const names = off.map(({ name }) => name).join(', ');
  return [
    { name: 'not turned on', ok: true, detail: `${names}. To watch one, set its line, such as ${rpcExample(first)}` },
  ];
}
