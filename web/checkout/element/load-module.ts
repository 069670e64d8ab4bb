import type { BuiltFile } from '../build.ts';
import { fileUrl } from './file-url.ts';

/** A script element, because `import()` cannot check the hash of what it loads. */
export function loadModule(module: BuiltFile, onError: () => void): void {
  const script = document.createElement('script');
  Object.assign(script, {
    type: 'module',
    src: fileUrl(module),
    integrity: module.integrity,
    crossOrigin: 'anonymous',
    onerror: () => {
      script.remove();
      onError();
    },
  });
  document.head.append(script);
}
