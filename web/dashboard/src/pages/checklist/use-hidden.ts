import { useState } from 'react';
import { useSession } from '../../shell/use-session.ts';

/** Whether the user has hidden something of a merchant's dashboard in this browser. */
export function useHidden(name: string): [hidden: boolean, setHidden: (hidden: boolean) => void] {
  const { merchant } = useSession();
  const key = `florin-hidden-${name}-${merchant.id}`;
  const [hidden, setHidden] = useState(() => read(key));
  return [
    hidden,
    (next) => {
      write(key, next);
      setHidden(next);
    },
  ];
}

/** A browser may forbid to store anything. */
function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

function write(key: string, hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
  } catch {
    // It stays hidden until the page is loaded again.
  }
}
