const PATHS = {
  home: 'M3 9.5 10 3.5l7 6V16a1 1 0 0 1-1 1h-3.5v-5h-5v5H4a1 1 0 0 1-1-1Z',
  payments: 'M3 5h14v10H3zM3 8.5h14M6 12h3',
  key: 'M11.5 8.5 17 3m-2 2 2 2m-3.5-.5L15 8M12.5 11.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  log: 'M5 3h10v14H5zM8 7h4M8 10h4M8 13h2',
  wallet: 'M3 6.5V15a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V7.5a1 1 0 0 0-1-1H3.8A1.8 1.8 0 0 1 3.8 4H15M13.5 11.2v.1',
  network: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM3 10h14M10 3c2 2 3 4.4 3 7s-1 5-3 7c-2-2-3-4.4-3-7s1-5 3-7Z',
  send: 'M17 3 9 11M17 3l-5 14-3-6-6-3Z',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5v.1M3.5 10v.1M3.5 15v.1',
  settings: 'M3 6h8m4 0h2M3 14h2m4 0h8M11 4v4M7 12v4',
  team: 'M10.5 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM3 16c0-2.8 2-4.5 5-4.5s5 1.7 5 4.5M12.5 4.8a2.5 2.5 0 0 1 0 4.4M14.5 12c1.6.6 2.5 2 2.5 4',
  history: 'M4 4v3.5h3.5M4.3 7.3A6.3 6.3 0 1 1 3.7 10M10 6.5V10l2.5 1.8',
  stores:
    'M16 5.5c0 1.4-2.7 2.5-6 2.5S4 6.9 4 5.5 6.7 3 10 3s6 1.1 6 2.5ZM4 5.5v9C4 15.9 6.7 17 10 17s6-1.1 6-2.5v-9M4 10c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  check: 'm4 10.5 4 4 8-9',
  search: 'M13 8.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM12 12l4.5 4.5',
  external: 'M11 4h5v5M16 4l-7 7M13 12v4H4V7h4',
  warning: 'M10 3 2.5 16.5h15ZM10 8v4M10 14.2v.1',
  eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM12 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  sun: 'M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1',
  moon: 'M16 11.5A6.5 6.5 0 1 1 8.5 4a5 5 0 0 0 7.5 7.5Z',
  screen: 'M3 4h14v9H3zM7 16.5h6M10 13v3.5',
  leave: 'M8 4H4v12h4M12 6.5l4 3.5-4 3.5M16 10H8',
  back: 'M11.5 5 6.5 10l5 5',
  forward: 'm8.5 5 5 5-5 5',
  plus: 'M10 4v12M4 10h12',
  download: 'M10 3v9M6 8.5l4 4 4-4M4 16.5h12',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  bookmark: 'M6 3h8v14l-4-3.5L6 17Z',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside text. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={`shrink-0 ${className}`} aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
