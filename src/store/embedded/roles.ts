/** PostgreSQL needs a superuser. Only operators and the members of the server connect as this one. */
export const ADMIN_ROLE = 'florin';

/** Everything else connects as this role, which can reach nothing but its database. */
export const SERVER_ROLE = 'florin_server';
