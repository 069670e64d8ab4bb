import { useEffect, useState } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';

type Theme = 'system' | 'light' | 'dark';

const THEMES: { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'system', label: 'System theme', icon: 'screen' },
  { theme: 'light', label: 'Light theme', icon: 'sun' },
  { theme: 'dark', label: 'Dark theme', icon: 'moon' },
];

/** `boot-theme.js` reads the same key before the first paint. */
const STORAGE_KEY = 'florin-theme';

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function storeTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be blocked; then the choice lasts until the page is closed.
  }
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const dark = theme === 'dark' || (theme === 'system' && system.matches);
      document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
  return (
    <div role="group" aria-label="Theme" className="flex rounded-md border border-line p-0.5">
      {THEMES.map(({ theme: each, label, icon }) => (
        <button
          key={each}
          type="button"
          aria-label={label}
          aria-pressed={theme === each}
          title={label}
          onClick={() => {
            setTheme(each);
            storeTheme(each);
          }}
          className="grid size-7 place-items-center rounded text-soft hover:text-ink aria-pressed:bg-neutral-tint aria-pressed:text-ink"
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}
