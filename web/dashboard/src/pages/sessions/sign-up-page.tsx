import { Link, useLoaderData } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';
import { client } from '../../api/session-client.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { AccountFields, readAccount } from './account-fields.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignUpPage() {
  const session = useLoaderData({ from: '/signed-out/dashboard/sign-up' });
  // The server does not say whether an email address has an account. Signing in works if it is this one.
  const { submit, busy, fields, error } = useAuthForm(async (text) => {
    const { email, password, ...account } = readAccount(text);
    await client.call('POST /sign_up', { body: { ...account, email, password } });
    return client.call('POST /sign_in', { body: { email, password } });
  });
  const isRejected = error instanceof ApiError && error.code === 'invalid_credentials';
  if (!session.signup_open) {
    return (
      <AuthLayout title="Sign-up is closed" lead="Ask the operator of this server for an account.">
        <Link to="/dashboard/sign-in" className={buttonStyle()}>
          Go to sign in
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Create an account">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isRejected ? (
          <Notice tone="bad" role="alert">
            You cannot sign in with this email and password. If you already have an account, sign in with its password.
            Otherwise use another email.
          </Notice>
        ) : (
          <ErrorNotice error={error} />
        )}
        <AccountFields fields={fields} />
        <Button type="submit" kind="primary" busy={busy} className="min-h-9">
          {busy ? 'Creating account…' : 'Create account'}
        </Button>
      </form>
      <p className="mt-4 text-center text-[13px] text-soft">
        Already have an account?{' '}
        <Link to="/dashboard/sign-in" className="font-medium text-link underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </AuthLayout>
  );
}
