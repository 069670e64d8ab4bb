import { openChain } from '../chains/registry.ts';
import type { Check } from '../cli/command.ts';
import type { Config } from '../config.ts';
import { formatAge } from '../domain/networks/format-age.ts';
import { rpcVariable } from '../domain/networks/rpc-variable.ts';
import type { Clock } from '../ports/clock.ts';
import { random } from '../system/random.ts';
import { readAssets } from '../system/read-assets.ts';
import { probeNetwork } from '../usecases/networks/probe-network.ts';

/** The machine's clock: nodes can be checked while the database is away. */
const clock: Pick<Clock, 'nowMs'> = { nowMs: () => Date.now() };

/** Checks each node of each watched network on its own. A network needs one node that works; the others are spare. */
export async function inspectNetworks({ rpcUrls, assetsFile, agreement }: Config): Promise<Check[]> {
  const networks = [...rpcUrls].map(async ([name, urls]) => {
    const checks = await Promise.all(
      urls.map(async (url): Promise<Check> => {
        const node = `${name} at ${new URL(url).host}`;
        try {
          const furtherAssets = assetsFile === undefined ? [] : await readAssets(assetsFile);
          const chain = await openChain({ clock, random, furtherAssets, agreement }, name, [url]);
          const { height, timeMs } = await probeNetwork(chain, clock);
          const age = formatAge(clock.nowMs() - timeMs);
          return { name: node, ok: true, detail: `reachable, right chain, block ${height}, ${age} old` };
        } catch (error) {
          return { name: node, ok: false, detail: `${(error as Error).message} ${adviceFor(name)}` };
        }
      }),
    );
    const works = checks.some(({ ok }) => ok);
    for (const check of checks) if (works && !check.ok) check.spare = true;
    return checks;
  });
  return (await Promise.all(networks)).flat();
}

const adviceFor = (network: string): string => `Start the node, or correct ${rpcVariable(network)}.`;
