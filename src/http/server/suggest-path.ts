import { nearest } from '../../domain/nearest.ts';
import { once } from '../../domain/once.ts';
import { isDashboardRoute, type Route } from './route.ts';

/** Longer than any path of the API without its public key and IDs. Nobody can make the server busy with longer ones. */
const COMPARED_LENGTH_MAX = 42;
/** At most two, of 36 characters each. */
const IDS_LENGTH_MAX = 72;

const KEY_STEP = '/{public_key}';

/** A sentence about the path of the API that was probably meant; undefined if none is near. */
export function createSuggestPath(routes: readonly Route[]): (path: string) => string | undefined {
  const known = once(() => {
    const documented = routes.filter((route) => !isDashboardRoute(route) && !route.undocumented);
    return new Map(documented.map(({ path }) => [withoutParameters(path), path]));
  });
  return (path) => {
    const [, publicKey, rest = ''] = /^(\/fpk_[^/]*)?(\/.*)$/s.exec(path) ?? [];
    if (rest.length > COMPARED_LENGTH_MAX + IDS_LENGTH_MAX) return undefined;
    const typed = withoutIds(rest);
    if (typed.length > COMPARED_LENGTH_MAX) return undefined;
    const steps = typed.split('/').length;
    const meant = nearest(
      typed,
      [...known().keys()].filter((other) => other.split('/').length === steps),
    );
    if (meant === undefined) return undefined;
    const found = (known().get(meant) ?? '').replaceAll(/\{(\w+)\}/g, '<$1>');
    const isOnlyKeyMissing = publicKey === undefined && meant === typed;
    return isOnlyKeyMissing ? `The path must begin with your public key: ${found}` : `Did you mean ${found}?`;
  };
}

/** `/{public_key}/items/{item_id}` → `/items/*` */
const withoutParameters = (path: string): string =>
  (path.startsWith(`${KEY_STEP}/`) ? path.slice(KEY_STEP.length) : path).replaceAll(/\{\w+\}/g, '*');

/** No name of a resource or an operation has a digit or a capital letter. */
const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((step) => (/[0-9A-Z]/.test(step) ? '*' : step))
    .join('/');
