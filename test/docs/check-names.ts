import { withoutFences } from './markdown.ts';

/** `npm run` scripts that package.json does not have. */
export const checkScripts = (text: string, scripts: ReadonlySet<string>): string[] =>
  [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([call, name = '']) =>
    scripts.has(name) ? [] : [`package.json has no script for "${call}"`],
  );

/** `npx florin` commands that do not exist. */
export const checkCommands = (text: string, commands: ReadonlySet<string>): string[] =>
  [...text.matchAll(/npx florin ([a-z-]+)(?: ([a-z-]+))?/g)].flatMap(([call, first = '', second = '']) =>
    commands.has(first) || commands.has(`${first} ${second}`) ? [] : [`"${call}" is not a command`],
  );

/** The commands in the rows of a table whose first cell is a command. */
export const commandRowsOf = (text: string): string[] =>
  [...text.matchAll(/^\| `npx florin ([a-z -]+)` \|/gm)].map(([, name = '']) => name);

/** The environment variables that the configuration reads. */
export function variablesOf(source: string): string[] {
  const named = [...source.matchAll(/\(env, '([A-Z_]+)'/g)].map(([, name = '']) => name);
  return source.includes('rpcVariable(') ? [...named, 'FLORIN_RPC_<NETWORK>'] : named;
}

/** The environment variables in the rows of a table. */
export const variableRowsOf = (text: string): string[] =>
  [...text.matchAll(/^\| `([A-Z_]+(?:<[A-Z]+>)?)` \|/gm)].map(([, name = '']) => name);

/** Florin's variables in a document that the configuration does not read. */
export const checkVariables = (text: string, variables: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\bFLORIN_[A-Z_]*[A-Z]\b/g)].flatMap(([name]) =>
    variables.has(name) || name.startsWith('FLORIN_RPC') ? [] : [`${name} is not read by the configuration`],
  );

/** Error codes in a document: a code after its status, as in 409 `invalid_state`. */
export const errorCodesOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/(?:\b[45]\d\d|fails with)\s`?([a-z]+(?:_[a-z]+)+|(?<=`)[a-z]+(?=`))/g)].map(
    ([, code = '']) => code,
  );

/** Error codes that a mock of the API returns: `new ApiError(409, 'invalid_state', …)`. */
export const mockedCodesOf = (source: string): string[] =>
  [...source.matchAll(/new \w+\(\s*[45]\d\d,\s*'([a-z_]+)'/g)].map(([, code = '']) => code);
