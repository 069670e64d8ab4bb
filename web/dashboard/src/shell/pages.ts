import type { IconName } from '../ui/icon.tsx';
import type { Need } from './use-may.ts';

export interface PageEntry {
  to: string;
  icon: IconName;
  label: string;
  /** What the user must be allowed to see the page, and everything below its path. */
  needs: Need;
  /** Whether the page has other entries below its path. */
  exact?: boolean;
}

/** The pages in the sidebar. */
export const PAGES = {
  payments: [
    { to: '/dashboard', icon: 'home', label: 'Home', needs: 'payments:read', exact: true },
    { to: '/dashboard/payments', icon: 'payments', label: 'Payments', needs: 'payments:read' },
  ],
  developers: [
    { to: '/dashboard/developers/api-keys', icon: 'key', label: 'API keys', needs: 'keys:write' },
    { to: '/dashboard/developers/webhooks', icon: 'send', label: 'Webhooks', needs: 'events:read' },
    { to: '/dashboard/developers/events', icon: 'list', label: 'Events', needs: 'events:read' },
    { to: '/dashboard/developers/logs', icon: 'log', label: 'Logs', needs: 'events:read' },
  ],
  settings: [
    { to: '/dashboard/settings/wallets', icon: 'wallet', label: 'Wallets', needs: 'payments:read' },
    { to: '/dashboard/settings/networks', icon: 'network', label: 'Networks', needs: 'payments:read' },
    { to: '/dashboard/settings/team', icon: 'team', label: 'Team', needs: 'team:read' },
    { to: '/dashboard/settings/audit-log', icon: 'history', label: 'Audit log', needs: 'audit:read' },
    { to: '/dashboard/settings/data-stores', icon: 'stores', label: 'Data stores', needs: 'operator' },
    { to: '/dashboard/settings', icon: 'settings', label: 'Settings', needs: 'payments:read', exact: true },
  ],
} as const satisfies Record<string, readonly PageEntry[]>;

/** What a page needs; undefined if every role may see it. */
export function neededFor(path: string): Need | undefined {
  const all: PageEntry[] = Object.values(PAGES).flat();
  return all.find(({ to, exact }) => path === to || (exact !== true && path.startsWith(`${to}/`)))?.needs;
}
