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
  hasPasskey: boolean;
}

const REMEMBER = 'remember';

/** The second step of a sign-in with the password. */
export function SecondFactorStep({ email, password, hasPasskey, onBack }: PasswordStep & { onBack: () => void }) {
  const { submit, busy, error } = useAuthForm(async (text) => {
    const given = text('way') === 'passkey' ? { passkey: await answerWithPasskey() } : { code: text('code') };
    const body = { email, password, ...given, remember_device: text(REMEMBER) === 'on' };
    return client.call('POST /sign_in', { body });
  });
  return (
    <AuthLayout title="Confirm that it is you" lead={`Your account ${email} has a second factor.`}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={error} />
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint="From your authenticator app, or one of your recovery codes."
        />
        <label className="flex items-center gap-2">
          <input type="checkbox" name={REMEMBER} className="size-4 shrink-0 accent-accent" />
          <span>Trust this device for 30 days</span>
        </label>
        <Button type="submit" kind="primary" busy={busy} name="way" value="code" className="min-h-9">
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
        {hasPasskey ? (
          <Button type="submit" disabled={busy} name="way" value="passkey" className="min-h-9">
            Use a passkey
          </Button>
        ) : null}
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </form>
    </AuthLayout>
  );
}
