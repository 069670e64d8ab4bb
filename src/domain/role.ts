/** What a process can do: serve requests, watch networks, or send events to webhook endpoints. */
export const ROLES = ['api', 'watcher', 'deliverer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that at least one process of an installation needs, and that nobody notices at once if none has them. */
export const BACKGROUND_ROLES = ['watcher', 'deliverer'] as const satisfies readonly Role[];
export type BackgroundRole = (typeof BACKGROUND_ROLES)[number];

/** The name of the lease that shows that some process has a role. Those with the same role need not take turns. */
export const roleLease = (role: BackgroundRole): string => `role ${role}`;
