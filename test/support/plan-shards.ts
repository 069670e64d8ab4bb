/** A test file of a project. A contract suite is in two. */
export interface TestFile {
  project: string;
  file: string;
}

/** Files of one project that one Vitest process runs. */
export interface Shard {
  name: string;
  project: string;
  files: string[];
  seconds: number;
}

/**
 * Splits each project into as few shards of about the same length as stay below the limit. Every shard starts its own servers, which
 * takes five seconds. Shards that begin together are of different projects, because some projects mostly compute and others mostly
 * wait. The last one of each project comes at the end, longest first, so that the lanes end at about the same time.
 */
export function planShards(
  all: readonly TestFile[],
  secondsOf: (file: string) => number,
  secondsPerShard: number,
): Shard[] {
  const projects = Map.groupBy(all, ({ project }) => project);
  const shards = [...projects].flatMap(([project, files]) => {
    const paths = files.map(({ file }) => file).toSorted((a, b) => secondsOf(b) - secondsOf(a));
    const total = paths.reduce((sum, file) => sum + secondsOf(file), 0);
    const own = splitEvenly(project, paths, secondsOf, Math.ceil(total / secondsPerShard));
    return own.map((shard, index) => ({ shard, followers: own.length - 1 - index }));
  });
  return shards
    .toSorted((a, b) => b.followers - a.followers || b.shard.seconds - a.shard.seconds)
    .map(({ shard }) => shard);
}

/** Gives each file, longest first, to the shard that has the least so far. */
function splitEvenly(
  project: string,
  files: readonly string[],
  secondsOf: (file: string) => number,
  count: number,
): Shard[] {
  const shards = Array.from({ length: Math.min(count, files.length) }, (_, index): Shard => {
    return { name: count === 1 ? project : `${project} ${index + 1}`, project, files: [], seconds: 0 };
  });
  for (const file of files) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.files.push(file);
    shortest.seconds += secondsOf(file);
  }
  return shards;
}

/** The planned files that did not run exactly once, and the others that ran. */
export function listMiscounted(planned: readonly TestFile[], ran: readonly TestFile[]): string[] {
  const expected = new Set(planned.map(nameOf));
  const counts = new Map([...expected].map((name) => [name, 0]));
  for (const name of ran.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([name, count]) => count !== (expected.has(name) ? 1 : 0))
    .map(([name, count]) => `${name} ran ${count} times`);
}

const nameOf = ({ project, file }: TestFile): string => `${file} of ${project}`;
