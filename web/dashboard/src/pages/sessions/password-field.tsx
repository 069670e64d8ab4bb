import { ApiError } from '../../api/client.ts';
import { TextField } from '../../ui/field.tsx';

/** A wrong password is shown beside the field; any other error is not. */
export const isWrongPassword = (error: Error | null): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid_credentials' || error.fields['password'] !== undefined);

/** For what a signed-in user confirms with the password. */
export function PasswordField({ hint, error }: { hint: string; error: Error | null }) {
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      required
      autoComplete="current-password"
      hint={hint}
      error={isWrongPassword(error) ? (error.fields['password'] ?? error.message) : undefined}
    />
  );
}
