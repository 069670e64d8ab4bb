import type { BuiltFile } from '../build.ts';
import { fileUrl } from './file-url.ts';

/** The stylesheet, which lies beside the script. The build fills it in. */
declare const CHECKOUT_STYLE: BuiltFile;

/** Links the stylesheet in an element without the server's HTML, and returns what stays hidden until it has loaded. */
export function linkStyle(root: ShadowRoot): Element {
  const mount = document.createElement('div');
  const link = document.createElement('link');
  const show = () => {
    mount.hidden = false;
  };
  mount.hidden = true;
  Object.assign(link, {
    rel: 'stylesheet',
    href: fileUrl(CHECKOUT_STYLE),
    integrity: CHECKOUT_STYLE.integrity,
    crossOrigin: 'anonymous',
    onload: show,
    onerror: show,
  });
  root.append(link, mount);
  return mount;
}

/** Links the stylesheet of the merchant's color (see `accentSheet`), unless the server's HTML has. */
export function linkAccent(root: ShadowRoot, color: string | null): void {
  if (color === null || !/^#[0-9a-f]{6}$/.test(color)) return;
  const file = `accent/${color.slice(1)}.css`;
  if (root.querySelector(`link[href$="${file}"]`)) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: fileUrl({ file }), crossOrigin: 'anonymous' });
  root.append(link);
}
