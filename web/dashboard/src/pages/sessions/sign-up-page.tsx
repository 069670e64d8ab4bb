import { Link, useLoaderData } from '@tanstack/react-router';
import { client } from '../../api/session-client.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { AccountFields, readAccount } from './account-fields.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignUpPage() {
  const session = useLoaderData({ from: '/signed-out/dashboard/sign-up' });
  const { submit, busy, fields, error } = useAuthForm((text) =>
    client.call('POST /sign_up', { body: readAccount(text) }),
  );
  if (!session.signup_open) {
    return (
      <AuthLayout title="Sign-up is closed" lead="Ask your server administrator for an account.">
        <Link to="/dashboard/sign-in" className={buttonStyle()}>
          Go to sign in
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Create an account">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={error} />
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
