import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Announces text to screen readers, without interrupting them. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext);

export function Announcer({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const announce = useCallback((text: string) => setAnnouncement(({ count }) => ({ text, count: count + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div aria-live="polite" className="sr-only" data-announcer="">
        {/* A new key makes the same text count as a new announcement. */}
        <p key={announcement.count}>{announcement.text}</p>
      </div>
    </AnnounceContext>
  );
}
