import { Link, useLoaderData } from '@tanstack/react-router';
import { client } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignInPage() {
  const session = useLoaderData({ from: '/signed-out/dashboard/sign-in' });
  const { submit, busy, fields, error } = useAuthForm((text) =>
    client.call('POST /sign_in', { body: { email: text('email'), password: text('password') } }),
  );
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
