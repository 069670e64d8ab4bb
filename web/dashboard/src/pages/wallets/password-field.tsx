import { ApiError } from '../../api/client.ts';
import { TextField } from '../../ui/field.tsx';

/** A wrong password belongs beside the field; whatever else went wrong does not. */
export const isWrongPassword = (error: Error | null): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid_credentials' || error.fields['password'] !== undefined);

export function PasswordField({ error }: { error: Error | null }) {
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      required
      autoComplete="current-password"
      hint="Asked again, so that nobody else at your screen can send your money elsewhere."
      error={isWrongPassword(error) ? (error.fields['password'] ?? error.message) : undefined}
    />
  );
}
