import { answerWithPasskey } from '../../api/passkeys.ts';
import { client } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** A right password of a user who has a second factor. */
export interface PasswordStep {
  email: string;
  password: string;
  /** Whether codes of an app are not accepted, because the user has a passkey. */
  needsPasskey: boolean;
}

const REMEMBER = 'remember';

/** The second step of a sign-in with the password. It offers only what the server accepts. */
export function SecondFactorStep({ email, password, needsPasskey, onBack }: PasswordStep & { onBack: () => void }) {
  const { submit, busy, error } = useAuthForm(async (text) => {
    const code = text('code');
    // The Enter key presses the first button, whatever was typed.
    const given = text('way') === 'passkey' && code === '' ? { passkey: await answerWithPasskey() } : { code };
    const body = { email, password, ...given, remember_device: text(REMEMBER) === 'on' };
    return client.call('POST /sign_in', { body });
  });
  const lead = needsPasskey
    ? `Use a passkey of your account ${email}, or one of your recovery codes.`
    : `Your account ${email} has a second factor.`;
  const code = (
    <TextField
      label={needsPasskey ? 'Recovery code' : 'Code'}
      name="code"
      autoComplete="one-time-code"
      hint={needsPasskey ? 'If you do not have your passkey at hand.' : 'From your app, or one of your recovery codes.'}
    />
  );
  return (
    <AuthLayout title="Confirm that it is you" lead={lead}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={error} />
        {needsPasskey ? (
          <Button type="submit" kind="primary" busy={busy} name="way" value="passkey" className="min-h-9">
            Use a passkey
          </Button>
        ) : (
          code
        )}
        <label className="flex items-center gap-2">
          <input type="checkbox" name={REMEMBER} className="size-4 shrink-0 accent-accent" />
          <span>Trust this device for 30 days</span>
        </label>
        {needsPasskey ? (
          <details className="text-[13px]">
            <summary className="text-soft hover:text-ink">Use a recovery code instead</summary>
            <div className="mt-3 flex flex-col gap-4">
              {code}
              <Button type="submit" disabled={busy} name="way" value="code" className="min-h-9">
                Sign in with the code
              </Button>
            </div>
          </details>
        ) : (
          <Button type="submit" kind="primary" busy={busy} name="way" value="code" className="min-h-9">
            {busy ? 'Signing in…' : 'Sign in'}
          </Button>
        )}
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </form>
    </AuthLayout>
  );
}
