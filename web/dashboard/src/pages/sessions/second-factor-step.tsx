import { type FormEvent, type ReactNode, useState } from 'react';
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

/** The second step of a sign-in with the password. It offers only what the server accepts. */
export function SecondFactorStep({ email, password, needsPasskey, onBack }: PasswordStep & { onBack: () => void }) {
  const [trusts, setTrusts] = useState(false);
  const enter = (given: { code: string } | { passkey: string }) =>
    client.call('POST /sign_in', { body: { email, password, ...given, remember_device: trusts } });
  const code = useAuthForm((text) => enter({ code: text('code') }));
  const passkey = useAuthForm(async () => enter({ passkey: await answerWithPasskey() }));
  const trust = (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={trusts}
        onChange={(event) => setTrusts(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span>Trust this device for 30 days</span>
    </label>
  );
  return (
    <AuthLayout
      title="Confirm that it is you"
      lead={
        needsPasskey
          ? `Use a passkey of your account ${email}, or one of your recovery codes.`
          : `Your account ${email} has a second factor.`
      }
    >
      <div className="flex flex-col gap-4">
        {needsPasskey ? (
          <>
            <form onSubmit={passkey.submit} className="flex flex-col gap-4">
              <ErrorNotice error={passkey.error} />
              {trust}
              <Button type="submit" kind="primary" busy={passkey.busy} className="min-h-9">
                Use a passkey
              </Button>
            </form>
            <details className="text-[13px]">
              <summary className="text-soft hover:text-ink">Use a recovery code instead</summary>
              <div className="mt-3">
                <CodeForm form={code} label="Recovery code" action="Sign in with the code" />
              </div>
            </details>
          </>
        ) : (
          <CodeForm
            form={code}
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            action="Sign in"
            primary
          >
            {trust}
          </CodeForm>
        )}
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </AuthLayout>
  );
}

interface CodeFormProps {
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; busy: boolean; error: Error | null };
  label: string;
  hint?: string;
  action: string;
  primary?: boolean;
  children?: ReactNode;
}

function CodeForm({ form, label, hint, action, primary = false, children }: CodeFormProps) {
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorNotice error={form.error} />
      <TextField label={label} name="code" autoComplete="one-time-code" hint={hint} />
      {children}
      <Button type="submit" kind={primary ? 'primary' : 'plain'} busy={form.busy} className="min-h-9">
        {form.busy ? 'Signing in…' : action}
      </Button>
    </form>
  );
}
