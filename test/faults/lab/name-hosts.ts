/** The URL of a database with these hosts instead, as libpq writes several. */
export function nameHosts(databaseUrl: string, hosts: readonly string[]): string {
  const { host } = new URL(databaseUrl);
  return `${databaseUrl.replace(`@${host}/`, `@${hosts.join(',')}/`)}?target_session_attrs=read-write`;
}
