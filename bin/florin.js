#!/usr/bin/env node
// Runs on any Node that npm runs on: where it is too old for TypeScript, the one from the platform package takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
const program = fileURLToPath(import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  // More than half of a command's time is compiling. The folder belongs to the checkout, so nobody else can put code there.
  modules.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/florin-code', import.meta.url)));
  const { main } = await import(new URL('../src/main.ts', import.meta.url).href);
  process.exitCode = await main(process.argv.slice(2), process.env);
} else {
  const node = platformNode();
  if (node) runWith(node);
  else refuse();
}

function platformNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const root = dirname(
      modules.createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`),
    );
    const node = join(root, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(node)) return node;
  } catch {
    // No such package for this platform: said below.
  }
  return undefined;
}

function refuse() {
  process.stderr.write(`Florin needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
}

/** Stands in for the child: passes on what it is told, and ends as the child ends. */
function runWith(node) {
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
