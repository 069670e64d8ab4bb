import { Link, useLoaderData, useLocation } from '@tanstack/react-router';
import { client } from '../../api/session-client.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { AccountFields, readAccount } from './account-fields.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** The token is in the URL fragment, which browsers do not send to the server. */
export function SetUpPage() {
  const session = useLoaderData({ from: '/signed-out/dashboard/setup' });
  const token = useLocation({ select: (location) => location.hash });
  const { submit, busy, fields, error } = useAuthForm((text) =>
    client.call('POST /setup', { body: { token, ...readAccount(text) } }),
  );
  if (session.signed_in || !session.setup_open) {
    return (
      <AuthLayout title="This server is already set up" lead="The setup link works once, for the first account.">
        <Link to="/dashboard/sign-in" className={buttonStyle('primary')}>
          Sign in
        </Link>
      </AuthLayout>
    );
  }
  if (token === '') {
    return (
      <AuthLayout
        title="Setup link required"
        lead="Open the complete setup link that the server printed in the terminal."
      >
        <Link to="/dashboard/sign-in" className={buttonStyle()}>
          Go to sign in
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Set up Florin" lead="Create the first account on this server. This link works once.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={error} />
        <AccountFields fields={fields} />
        <Button type="submit" kind="primary" busy={busy} className="min-h-9">
          {busy ? 'Setting up…' : 'Create account'}
        </Button>
      </form>
    </AuthLayout>
  );
}
