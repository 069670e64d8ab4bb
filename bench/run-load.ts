import type { Load } from './load.ts';
import { runAutocannon } from './run-autocannon.ts';
import { isInstalled } from './run-command.ts';
import { runWrk } from './run-wrk.ts';
import type { Sample } from './sample.ts';

/** Throws where an answer was no success or a request broke off. */
export type RunLoad = (load: Load) => Promise<Sample>;

export interface LoadGenerator {
  name: string;
  runLoad: RunLoad;
}

/** wrk takes a tenth of the processor time that autocannon takes; with two cores for all, that shows in the figures. */
export async function chooseLoadGenerator(signal: AbortSignal): Promise<LoadGenerator> {
  if (await isInstalled('wrk', signal)) return { name: 'wrk', runLoad: runWrk };
  return { name: 'autocannon', runLoad: runAutocannon };
}
