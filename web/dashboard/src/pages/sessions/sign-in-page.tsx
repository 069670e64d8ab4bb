import { Link, useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { answerWithPasskey } from '../../api/passkeys.ts';
import { client } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CliReset } from './cli-reset.tsx';
import { type PasswordStep, SecondFactorStep } from './second-factor-step.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignInPage() {
  const session = useLoaderData({ from: '/signed-out/dashboard/sign-in' });
  const [step, setStep] = useState<PasswordStep | null>(null);
  const { submit, busy, fields, error } = useAuthForm(async (text) => {
    const [email, password] = [text('email'), text('password')];
    return client.call('POST /sign_in', { body: { email, password } }).catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.code === 'second_factor_required') {
        setStep({ email, password, needsPasskey: failure.fields['passkey'] !== undefined });
      }
      throw failure;
    });
  });
  const passkey = useAuthForm(async () =>
    client.call('POST /sign_in/passkey', { body: { response: await answerWithPasskey() } }),
  );
  if (step) return <SecondFactorStep {...step} onBack={() => setStep(null)} />;
  return (
    <AuthLayout title="Sign in">
      {!session.signed_in && session.setup_open ? (
        <div className="mb-4">
          <Notice tone="info">
            This server has no account yet. Open the setup link that it printed in the terminal at startup.
          </Notice>
        </div>
      ) : null}
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={error} />
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={fields['email']} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={fields['password']}
        />
        <Button type="submit" kind="primary" busy={busy} className="min-h-9">
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {!session.signed_in && session.passkeys_available ? (
        <form onSubmit={passkey.submit} className="mt-3 flex flex-col gap-3">
          <Button type="submit" busy={passkey.busy} className="min-h-9">
            Sign in with a passkey
          </Button>
          <ErrorNotice error={passkey.error} />
        </form>
      ) : null}
      <ForgottenPassword byMail={!session.signed_in && session.reset_by_mail} />
      {session.signup_open ? (
        <p className="mt-4 text-center text-[13px] text-soft">
          No account yet?{' '}
          <Link to="/dashboard/sign-up" className="font-medium text-link underline underline-offset-2">
            Sign up
          </Link>
        </p>
      ) : null}
    </AuthLayout>
  );
}

function ForgottenPassword({ byMail }: { byMail: boolean }) {
  if (byMail) {
    return (
      <p className="mt-4 text-[13px]">
        <Link to="/dashboard/forgot-password" className="text-link underline underline-offset-2">
          Forgot your password?
        </Link>
      </p>
    );
  }
  return (
    <details className="mt-4 text-[13px] text-soft">
      <summary className="hover:text-ink">Forgot your password?</summary>
      <p className="mt-1">This server sends no email. Ask its operator to run this command with your email address:</p>
      <CliReset />
    </details>
  );
}
