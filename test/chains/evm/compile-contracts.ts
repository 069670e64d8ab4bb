import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';

const SOURCES = fileURLToPath(new URL('contracts', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/florin', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../../node_modules/solc/package.json', import.meta.url));

export type ContractName = 'Token' | 'NoReturnToken' | 'FeeToken' | 'Liar' | 'Forwarder' | 'SmartWallet';

interface Compiled {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

/** The code of each test contract. The compiler runs only if a source or the compiler changed. */
export async function compileContracts(): Promise<Record<ContractName, Hex>> {
  const sources = Object.fromEntries(
    readdirSync(SOURCES).map((file) => [file, { content: readFileSync(join(SOURCES, file), 'utf8') }]),
  );
  const input = JSON.stringify({
    language: 'Solidity',
    sources,
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  });
  const { version } = JSON.parse(readFileSync(COMPILER, 'utf8')) as { version: string };
  const name = createHash('sha256').update(`${version} ${input}`).digest('hex').slice(0, 16);
  const file = join(CACHE, `contracts-${name}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<ContractName, Hex>;
  } catch {
    // They have not been compiled yet.
  }
  const compiled = await compile(input);
  mkdirSync(CACHE, { recursive: true });
  // Other tests may compile at the same time, so the file appears whole.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(compiled));
  renameSync(`${file}.${process.pid}`, file);
  return compiled;
}

async function compile(input: string): Promise<Record<ContractName, Hex>> {
  const { default: solc } = await import('solc');
  const { errors = [], contracts } = JSON.parse(solc.compile(input) as string) as Compiled;
  const failures = errors.filter(({ severity }) => severity === 'error');
  if (failures.length > 0) throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.values(contracts).flatMap((inFile) =>
      Object.entries(inFile).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
    ),
  ) as Record<ContractName, Hex>;
}
