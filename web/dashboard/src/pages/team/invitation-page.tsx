import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ViewedInvitation } from '../../api/generated.ts';
import { client } from '../../api/session-client.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthLayout } from '../sessions/auth-layout.tsx';
import { useAuthForm } from '../sessions/use-auth-form.ts';
import { ROLE_LABELS } from './role-labels.ts';

/** The token is in the URL fragment, which browsers do not send to the server. */
export function InvitationPage() {
  const token = useLocation({ select: (location) => location.hash });
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client.call('POST /invitation', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <AuthLayout title="Invitation not valid">
        <div className="flex flex-col gap-4">
          <ErrorNotice error={error} />
          <Link to="/dashboard/sign-in" className={buttonStyle()}>
            Go to sign in
          </Link>
        </div>
      </AuthLayout>
    );
  }
  if (!data) {
    return (
      <AuthLayout title="Invitation">
        <Skeleton lines={4} what="invitation" />
      </AuthLayout>
    );
  }
  return <AcceptInvitation token={token} invitation={data} />;
}

function AcceptInvitation({ token, invitation }: { token: string; invitation: ViewedInvitation }) {
  const { submit, busy, fields, error } = useAuthForm((text) =>
    client.call('POST /invitation/accept', { body: { token, password: text('password') } }),
  );
  return (
    <AuthLayout
      title={`Join ${invitation.merchant_name}`}
      lead={`You are invited as ${ROLE_LABELS[invitation.role].toLowerCase()}. Choose a password to create your account.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={error} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          defaultValue={invitation.email}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="Use at least 10 characters."
          error={fields['password']}
        />
        <Button type="submit" kind="primary" busy={busy} className="min-h-9">
          {busy ? 'Joining…' : 'Create account'}
        </Button>
      </form>
    </AuthLayout>
  );
}
