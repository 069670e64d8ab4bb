import { useQuery } from '@tanstack/react-query';
import type { Roles } from '../../api/generated.ts';
import { rolesQuery } from '../../api/queries.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ROLE_LABELS } from './role-labels.ts';

const rolesWith = ({ roles }: Roles, permission: Roles['permissions'][number]['name']): string =>
  roles
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ name }) => ROLE_LABELS[name])
    .join(', ');

/** The table of the server, so that it shows what the server enforces. */
export function RoleTable() {
  const { data, error, refetch } = useQuery(rolesQuery());
  return (
    <Card title="Roles" lead="What each role may do.">
      {error && !data ? <LoadError what="roles" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={8} what="roles" /> : null}
      {data ? (
        <div className="relative">
          <table className="w-full text-left">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="min-w-48 py-1.5 pr-4 text-xs font-medium text-soft">
                  Permission
                </th>
                {data.roles.map(({ name }) => (
                  <th
                    key={name}
                    scope="col"
                    className="px-2 py-1.5 text-center text-xs font-medium text-soft max-lg:hidden"
                  >
                    {ROLE_LABELS[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.permissions.map(({ name, allows }) => (
                <tr key={name} className="border-b border-line last:border-0">
                  <th scope="row" className="py-2 pr-4 font-normal">
                    <span className="block">{allows}</span>
                    <code className="font-mono text-xs text-soft">{name}</code>
                    <span className="block text-xs text-soft lg:hidden">{rolesWith(data, name)}</span>
                  </th>
                  {data.roles.map((role) => (
                    <td key={role.name} className="px-2 py-2 text-center align-top max-lg:hidden">
                      {role.permissions.includes(name) ? (
                        <span className="inline-block text-good-ink">
                          <Icon name="check" />
                          <span className="sr-only">Yes</span>
                        </span>
                      ) : (
                        <span className="sr-only">No</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </Card>
  );
}
