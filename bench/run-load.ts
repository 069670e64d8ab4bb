import type { Load } from './load.ts';
import { runAutocannon } from './run-autocannon.ts';
import { isInstalled } from './run-command.ts';
import { runWrk } from './run-wrk.ts';
import type { Sample } from './sample.ts';

/** Throws if a response is not a success or a request fails. */
export type RunLoad = (load: Load) => Promise<Sample>;

export interface LoadGenerator {
  name: string;
  runLoad: RunLoad;
}

/** wrk needs a tenth of autocannon’s CPU time, which matters when load and server share two cores. */
export async function chooseLoadGenerator(signal: AbortSignal): Promise<LoadGenerator> {
  if (await isInstalled('wrk', signal)) return { name: 'wrk', runLoad: runWrk };
  return { name: 'autocannon', runLoad: runAutocannon };
}
