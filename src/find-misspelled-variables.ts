import { readConfig } from './config.ts';
import { mistakesBetween } from './domain/nearest.ts';

const MISTAKES_MAX = 2;

/** A sentence for each variable that is not read, but nearly has the name of one that is. Other programs have theirs. */
export function findMisspelledVariables(env: NodeJS.ProcessEnv): string[] {
  const known = new Set<string>();
  readConfig(
    new Proxy(env, {
      get(variables, name) {
        known.add(String(name));
        return variables[String(name)];
      },
    }),
  );
  return Object.keys(env)
    .filter((name) => name.startsWith('FL') && !known.has(name))
    .flatMap((name) => {
      const meant = [...known].find((other) => mistakesBetween(name, other) <= MISTAKES_MAX);
      return meant === undefined ? [] : [`${name} is not a variable of Florin. Did you mean ${meant}?`];
    });
}
