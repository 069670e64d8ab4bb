import { SelectField } from '../../ui/field.tsx';
import { ROLE_LABELS, ROLES, type Role } from './role-labels.ts';

export const readRole = (data: FormData): Role => ROLES.find((role) => role === data.get('role')) ?? 'support';

export function RoleChoice({ initial, error }: { initial: Role; error: string | undefined }) {
  return (
    <SelectField
      label="Role"
      name="role"
      defaultValue={initial}
      hint="The table on the Team page shows what each role may do."
      error={error}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_LABELS[role]}
        </option>
      ))}
    </SelectField>
  );
}
