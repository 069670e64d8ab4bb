import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Says something to those who hear the page, when they have finished what they were listening to. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext);

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const announce = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div aria-live="polite" className="sr-only" data-announcer="">
        {/* A new key makes the same sentence count as a new one. */}
        <p key={said.count}>{said.text}</p>
      </div>
    </AnnounceContext>
  );
}
