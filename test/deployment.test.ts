import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/cli/commands.ts';
import { readConfig } from '../src/config.ts';
import { routes } from '../src/http/routes.ts';
import {
  findUnknownMetrics,
  findUnknownPaths,
  instructionsOf,
  type Node,
  parseManifests,
  readText,
  settingsOf,
  valuesOf,
} from './deployment/manifests.ts';
import { checkVariables, variableRowsOf } from './docs/check-names.ts';

const ROOT = join(import.meta.dirname, '..');
const BASE = 'deploy/kubernetes/base';
const EXAMPLE = 'deploy/kubernetes/overlays/example';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
const yamlFiles = files.filter((file) => file === 'compose.yaml' || /^deploy\/kubernetes\/.*\.yaml$/.test(file));
const everyFile = [
  ...files.filter((file) => /^deploy\/(kubernetes|systemd)\//.test(file)),
  'Containerfile',
  'compose.yaml',
];

const manifests = yamlFiles.flatMap((file) => parseManifests(readText(file)));
const [compose] = parseManifests(readText('compose.yaml')) as [{ services: { florin: Node; postgres: Node } }];
const [pod] = parseManifests(readText(`${BASE}/pod.yaml`)) as [Node];
const image = instructionsOf(readText('Containerfile'));
const unit = settingsOf(readText('deploy/systemd/florin.service'));
const { version, scripts } = JSON.parse(readText('package.json')) as {
  version: string;
  scripts: Record<string, string>;
};

const defaults = readConfig({});
const paths = new Set(routes.map(({ path }) => path));
const commandNames = new Set(commands.map(({ name }) => name));
/** `test/docs.test.ts` compares this table with the code. */
const variables = new Set(variableRowsOf(readText('docs/configuration.md')));
const source = files
  .filter((file) => /^src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  .map(readText)
  .join('\n');

const listOf = (name: string) => JSON.parse(image.find((one) => one.name === name)?.rest ?? '[]') as string[];
const settingsNamed = (name: string) => unit.flatMap((one) => (one.name === name ? [one.value] : []));
const nodeFlags = (words: readonly string[]) => words.filter((word) => word.startsWith('--'));

/** The variables that a container is given with a value, in the manifests of Kubernetes. */
const literals = valuesOf(manifests, 'literals').flat().map(String);
const values = (valuesOf(manifests, 'env').flat() as { name: string; value?: string }[]).filter(
  (one) => one.value !== undefined,
);

const envOf = (settings: readonly string[]) =>
  Object.fromEntries(settings.map((setting) => /^([A-Z_]+)=(.*)$/.exec(setting)?.slice(1) ?? []));

describe('variables', () => {
  it.each(everyFile)('exist in %s', (file) => {
    expect(checkVariables(readText(file), variables)).toEqual([]);
  });

  it('exist where they have no prefix', () => {
    const given = [
      ...valuesOf(manifests, 'env')
        .flat()
        .map((one) => (one as { name: string }).name),
      ...literals.map((literal) => literal.split('=')[0]),
      ...Object.keys(compose.services.florin['environment'] ?? {}),
      ...settingsNamed('Environment').map((setting) => setting.split('=')[0]),
      ...(image.find(({ name }) => name === 'ENV')?.rest.match(/\b[A-Z_]+(?==)/g) ?? []),
    ];
    expect(given.length).toBeGreaterThan(15);
    expect(given.filter((name) => name !== 'PATH' && !variables.has(name ?? ''))).toEqual([]);
  });

  it('have values that the program accepts', () => {
    expect(readConfig(envOf(literals)).baseUrl).toBe('https://pay.example.com');
    for (const { name, value } of values) expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  it('name a role for each deployment', () => {
    const named = values.filter(({ name }) => name === 'FLORIN_ROLES').map(({ value }) => String(value));
    expect(named.sort()).toEqual(['api', 'deliverer', 'watcher']);
    const instances = [...readText('deploy/systemd/florin.service').matchAll(/florin@([a-z]+)/g)].map(
      ([, role = '']) => role,
    );
    expect(instances.sort()).toEqual(named);
    for (const role of named) expect(readConfig({ FLORIN_ROLES: role }).roles).toEqual([role]);
    expect(readConfig({ FLORIN_ROLES: '' }).roles).toEqual(defaults.roles);
  });

  it('hold no secret', () => {
    for (const name of ['DATABASE_URL', 'FLORIN_SECRET']) {
      expect(values.map((one) => one.name)).not.toContain(name);
      expect(JSON.stringify(literals)).not.toContain(name);
    }
    const required = compose.services.florin['environment'] as Record<string, string>;
    expect(required['FLORIN_SECRET']).toMatch(/^\$\{FLORIN_SECRET:\?Set /);
    expect(required['DATABASE_URL']).toMatch(/:\$\{POSTGRES_PASSWORD:\?Set [^}]+\}@postgres:5432/);
  });
});

describe('ports, paths, metrics and commands', () => {
  it('the port is that of the program', () => {
    const { metricsPort = 0 } = readConfig(envOf(literals));
    expect(valuesOf(manifests, 'containerPort')).toEqual([defaults.port, metricsPort]);
    expect(image.filter(({ name }) => name === 'EXPOSE')).toEqual([{ name: 'EXPOSE', rest: String(defaults.port) }]);
    expect(valuesOf(manifests, 'prometheus.io/port')).toEqual([String(metricsPort)]);
    expect(compose.services.florin['ports']).toEqual([`127.0.0.1:${defaults.port}:${defaults.port}`]);
  });

  it('probes ask for routes at a named port', () => {
    const probes = valuesOf(manifests, 'httpGet') as { path: string; port: string }[];
    expect(probes).toHaveLength(3);
    const names = valuesOf(manifests, 'ports').flat() as { name?: string; containerPort?: number }[];
    const ports = new Set(names.filter((port) => port.containerPort !== undefined).map(({ name }) => name));
    expect(probes.map(({ port }) => port).filter((port) => !ports.has(port))).toEqual([]);
    expect(valuesOf(manifests, 'targetPort').filter((port) => !ports.has(String(port)))).toEqual([]);
    const asked = [
      ...`${readText('Containerfile')}${readText('compose.yaml')}`.matchAll(/fetch\(.http:\/\/127[^/]+(\/\w+)/g),
    ];
    expect(asked).toHaveLength(2);
    const found = [
      ...probes.map(({ path }) => path),
      ...valuesOf(manifests, 'prometheus.io/path'),
      ...asked.map(([, path]) => path),
    ];
    expect(findUnknownPaths(found, paths)).toEqual([]);
  });

  it('metrics are defined', () => {
    expect(everyFile.flatMap((file) => findUnknownMetrics(readText(file), source))).toEqual([]);
    expect(JSON.stringify(valuesOf(manifests, 'metric'))).toContain('florin_');
  });

  it('commands exist, and Node gets the options of npm start', () => {
    const args = [...valuesOf(pod, 'args').flat().map(String), ...listOf('CMD')];
    expect(args.sort()).toEqual(['migrate', 'serve', 'serve']);
    for (const name of args) expect(commandNames).toContain(name);
    const [start = ''] = settingsNamed('ExecStart');
    const wanted = nodeFlags((scripts['start'] ?? '').split(' '));
    expect(wanted.length).toBeGreaterThan(0);
    expect(nodeFlags(listOf('ENTRYPOINT'))).toEqual(wanted);
    // Code that was compiled with other options is compiled again.
    expect(image.find(({ rest }) => rest.includes('NODE_COMPILE_CACHE'))?.rest).toContain(` node ${wanted.join(' ')} `);
    expect(nodeFlags(start.split(' '))).toEqual(wanted);
    expect(start).toMatch(/ bin\/florin\.js serve$/);
  });

  it('unknown ones are reported', () => {
    expect(findUnknownMetrics('name: florin_requests_in_fligt', "'florin_requests_in_flight'")).toHaveLength(1);
    expect(findUnknownPaths(['/readyz', '/ready'], paths)).toEqual(['/ready']);
    expect(checkVariables('FLORIN_ROLE: api', variables)).toHaveLength(1);
    expect(() => parseManifests('a: 1\na: 2\n')).toThrow('unique');
  });
});

describe('files', () => {
  it('that the manifests name exist', () => {
    const folders = yamlFiles.filter((file) => file.endsWith('kustomization.yaml')).map((file) => posix.dirname(file));
    expect(folders).toEqual([BASE, EXAMPLE]);
    for (const folder of folders) {
      const [kustomization] = parseManifests(readText(`${folder}/kustomization.yaml`)) as [Node];
      const named = [...(kustomization['resources'] as string[]), ...valuesOf(kustomization['patches'], 'path')];
      for (const path of named.map(String).filter((one) => !one.startsWith('/')))
        expect(existsSync(join(ROOT, folder, path)), path).toBe(true);
      const unused = files.filter((file) => posix.dirname(file) === folder && !named.includes(posix.basename(file)));
      expect(unused).toEqual([`${folder}/kustomization.yaml`]);
    }
    expect(files).toContain((compose.services.florin['build'] as { dockerfile: string }).dockerfile);
  });

  it('that the image copies exist and get into the build', () => {
    const allowed = new Set([...readText('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path));
    for (const path of allowed) expect(existsSync(join(ROOT, path ?? '')), path).toBe(true);
    const copied = image
      .filter(({ name, rest }) => name === 'COPY' && rest.startsWith('--from=build'))
      .flatMap(({ rest }) => rest.split(' ').slice(1, -1))
      .map((path) => path.replace(/^\/app\/|\/dist$/g, ''))
      .filter((path) => !['node_modules', 'sbom.cdx.json'].includes(path));
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) {
      expect(allowed, path).toContain(path.split('/')[0]);
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });

  it('that the image runs or compiles exist', () => {
    const named = [...readText('Containerfile').matchAll(/\/app\/([\w/-]+\.[jt]s)\b/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThanOrEqual(3);
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
    expect(files.some((file) => /^src\/chains\/\w+\/create-\w+-chain\.ts$/.test(file))).toBe(true);
  });

  it('name the same image, version and account', () => {
    const { images } = parseManifests(readText(`${BASE}/kustomization.yaml`))[0] as { images: Node[] };
    expect(images).toEqual([{ name: 'florin', newName: 'localhost/florin', newTag: version }]);
    expect(valuesOf(manifests, 'newTag')).toEqual([version, version]);
    expect(compose.services.florin['image']).toBe(`localhost/florin:\${IMAGE_TAG:-${version}}`);
    const account = image.find(({ name }) => name === 'USER')?.rest;
    expect(account).toBe([...valuesOf(pod, 'runAsUser'), ...valuesOf(pod, 'runAsGroup')].join(':'));
    const [uid, gid] = account?.split(':') ?? [];
    expect(compose.services.florin['tmpfs']).toContain(`/data:uid=${uid},gid=${gid},mode=0700`);
  });
});

describe('containers', () => {
  it('have more time to stop than they take', () => {
    const drainSeconds = Number(literals.find((literal) => literal.startsWith('FLORIN_DRAIN_SECONDS='))?.split('=')[1]);
    expect(valuesOf(pod, 'terminationGracePeriodSeconds')[0]).toBeGreaterThanOrEqual(drainSeconds + 15);
  });

  it('have no rights and a read-only root', () => {
    const containers = [...valuesOf(pod, 'initContainers'), ...valuesOf(pod, 'containers')].flat() as Node[];
    expect(containers).toHaveLength(2);
    for (const container of containers) {
      expect(container['securityContext']).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    expect(valuesOf(pod, 'runAsNonRoot')).toEqual([true]);
    expect(Object.values(compose.services).map((service) => service['read_only'])).toEqual([true, true]);
    expect(unit).toEqual(
      expect.arrayContaining([
        { name: 'NoNewPrivileges', value: 'yes' },
        { name: 'ProtectSystem', value: 'strict' },
      ]),
    );
  });
});

// What this machine cannot check is no test here, rather than a skipped one.
const has = (program: string) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

if (has('kubectl')) {
  describe('kubectl', () => {
    it.each([BASE, EXAMPLE])('renders %s', (folder) => {
      const rendered = parseManifests(execFileSync('kubectl', ['kustomize', folder], { cwd: ROOT, encoding: 'utf8' }));
      const deployments = rendered.filter(({ kind }) => kind === 'Deployment');
      expect(deployments).toHaveLength(3);
      for (const deployment of deployments) {
        const [containers] = valuesOf(deployment, 'containers') as [Node[]];
        expect(containers).toHaveLength(1);
        const names = valuesOf(containers, 'env')
          .flat()
          .map((one) => (one as { name: string }).name);
        expect(names.sort()).toEqual(['DATABASE_URL', 'FLORIN_ROLES', 'FLORIN_SECRET']);
        expect(valuesOf(containers, 'readOnlyRootFilesystem')).toEqual([true]);
        expect(String(valuesOf(containers, 'image'))).toMatch(new RegExp(`/florin:${version}$`));
      }
      const kinds = rendered.map(({ kind }) => kind);
      for (const kind of ['Service', 'PodDisruptionBudget', 'NetworkPolicy', 'HorizontalPodAutoscaler'])
        expect(kinds).toContain(kind);
    });
  });
}

if (has('systemd-analyze')) {
  describe('systemd', () => {
    it.each(['florin.service', 'florin@api.service'])('accepts %s', (name) => {
      const folder = mkdtempSync(join(tmpdir(), 'florin-unit-'));
      try {
        // It looks for the program, too.
        const text = readText('deploy/systemd/florin.service').replace(/(?<=^ExecStart=)\S+/m, process.execPath);
        writeFileSync(join(folder, name.replace('api', '')), text);
        const verify = ['--man=no', 'verify', join(folder, name)];
        const { status, stderr } = spawnSync('systemd-analyze', verify, { encoding: 'utf8' });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('accepts the timer of backups and what it starts', () => {
      const units = ['service', 'timer'].map((kind) => join(ROOT, `deploy/systemd/florin-backup.${kind}`));
      const { status, stderr } = spawnSync('systemd-analyze', ['--man=no', 'verify', ...units], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    });
  });
}
