import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';

interface Options {
  faults: readonly Fault[];
  list: boolean;
  seed: number;
  short: boolean;
  patience: number;
  markdown: boolean;
  allowMissing: boolean;
}

const HELP = `npm run faults -- [options]

  --list              lists the faults and exits
  --only NAME,…       only these faults
  --seed N            the seed of everything that is random (default: a new one)
  --short             fewer and shorter rounds, as in npm test
  --patience N        multiplies the time that each fault may take (default 1)
  --markdown          prints the results as a table for docs/reliability.md
  --allow-missing     exits with 0 although a fault could not run for want of a program
`;

/** Undefined if the help was asked for, or an option is wrong; both print it. */
export function parseOptions(args: readonly string[], catalog: readonly Fault[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        list: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
        short: { type: 'boolean', default: false },
        patience: { type: 'string', default: '1' },
        markdown: { type: 'boolean', default: false },
        'allow-missing': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (!values.help) {
      const { list, short, markdown, 'allow-missing': allowMissing } = values;
      const [seed, patience] = [count('--seed', values.seed), count('--patience', values.patience)];
      return { faults: choose(values.only, catalog), list, seed, short, patience, markdown, allowMissing };
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 2;
  }
  console.log(HELP);
  return undefined;
}

function count(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new RangeError(`${name} must be a whole number.`);
  return Number(text);
}

function choose(only: string | undefined, catalog: readonly Fault[]): readonly Fault[] {
  if (only === undefined) return catalog;
  return only.split(',').map((name) => {
    const found = catalog.find((fault) => fault.name === name.trim());
    if (!found) throw new RangeError(`There is no fault "${name}". List them with --list.`);
    return found;
  });
}
