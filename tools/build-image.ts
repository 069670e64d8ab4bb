import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Image } from './start-container.ts';
import { tryImage } from './try-image.ts';

/**
 * `npm run image`: builds the image of the Containerfile and tries it, as root on Debian, without a container engine and without a
 * registry of images. The bases are made from Debian's packages. It needs the packages buildah and mmdebstrap.
 */
const ROOT = join(import.meta.dirname, '..');
const BASE = 'localhost/florin-base:bookworm';
const BUILD_BASE = 'localhost/florin-build-base:bookworm';
const COMPRESSED_BYTES_MAX = 350_000_000;
/** The layer of an official slim image leaves these out, too. */
const LEFT_OUT = ['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);

const missing = ['buildah', 'mmdebstrap'].filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(', ')}. Run "apt-get install ${missing.join(' ')}" first.`);
  process.exit(2);
}

const call = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const buildah = (...args: string[]) => call('buildah', ['--storage-driver', 'vfs', ...args]);

const scratch = mkdtempSync(join(tmpdir(), 'florin-image-'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const tag = `localhost/florin:${version}`;

const hasImage = (name: string) => buildah('images', '--quiet', '--filter', `reference=${name}`) !== '';

/** An image that only lost its name would stay. */
function removeImage(name: string): void {
  if (hasImage(name)) buildah('rmi', name);
}

function commitBase(from: string, content: string, name: string): void {
  const container = buildah('from', '--pull-never', from);
  try {
    buildah('add', container, content, '/');
    buildah('commit', '--quiet', container, name);
  } finally {
    buildah('rm', container);
  }
}

function makeBase(): void {
  if (hasImage(BASE)) return;
  const archive = join(scratch, 'base.tar');
  call('mmdebstrap', ['--quiet', '--variant=minbase', ...LEFT_OUT, 'bookworm', archive]);
  commitBase('scratch', archive, BASE);
}

/** The base with this machine's Node, npm and, if it has others, certificates. */
function makeBuildBase(): void {
  const npm = dirname(dirname(process.env['npm_execpath'] ?? ''));
  const local = join(scratch, 'build-base/usr/local');
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true });
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined) {
    mkdirSync(join(local, 'etc'));
    cpSync(certificates, join(local, 'etc/certificates.pem'), { dereference: true });
    writeFileSync(join(local, 'etc/npmrc'), 'cafile=/usr/local/etc/certificates.pem\n');
  }
  commitBase(BASE, join(scratch, 'build-base'), BUILD_BASE);
}

function build(): void {
  const revision = call('git', ['rev-parse', 'HEAD']);
  const args = { BASE, BUILD_BASE, VERSION: version, REVISION: revision };
  const given = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  // OCI's own format has no health check.
  const options = ['--pull-never', '--isolation', 'chroot', '--network', 'host', '--format', 'docker'];
  removeImage(tag);
  buildah('build', ...options, ...given, '--tag', tag, '--file', 'Containerfile', '.');
}

/** The bytes that a registry would store and send. */
function measure(): number {
  const folder = join(scratch, 'pushed');
  buildah('push', '--quiet', tag, `dir:${folder}`);
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

interface Inspected {
  Docker: {
    config: {
      User: string;
      Env: string[];
      Entrypoint: string[];
      Cmd: string[];
      WorkingDir: string;
      Volumes: Record<string, object>;
      Healthcheck: { Test: string[] };
    };
  };
}

async function withImage(work: (image: Image) => Promise<void>): Promise<void> {
  const { config } = (JSON.parse(buildah('inspect', '--type', 'image', tag)) as Inspected).Docker;
  const container = buildah('from', '--pull-never', tag);
  try {
    const root = buildah('mount', container);
    await work({
      root,
      user: config.User,
      env: config.Env,
      command: [...config.Entrypoint, ...config.Cmd],
      workingDir: config.WorkingDir,
      volume: Object.keys(config.Volumes)[0] ?? '',
      healthCheck: config.Healthcheck.Test.slice(1),
    });
    cpSync(join(root, 'app/sbom.cdx.json'), join(ROOT, 'sbom.cdx.json'));
  } finally {
    buildah('rm', container);
  }
}

try {
  makeBase();
  makeBuildBase();
  build();
  const bytes = measure();
  const ok = bytes <= COMPRESSED_BYTES_MAX;
  console.log(
    `${ok ? 'ok  ' : 'FAIL'}  ${tag}: ${(bytes / 1e6).toFixed(0)} MB compressed, at most ${COMPRESSED_BYTES_MAX / 1e6}`,
  );
  if (!ok) process.exitCode = 1;
  await withImage(tryImage);
} finally {
  removeImage(BUILD_BASE);
  rmSync(scratch, { recursive: true, force: true });
}
