import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import { client } from '../../api/session-client.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** The token is in the URL fragment, which browsers do not send to the server. */
export function ResetPasswordPage() {
  const token = useLocation({ select: (location) => location.hash });
  const { data, error } = useQuery({
    queryKey: ['password_reset', token],
    queryFn: ({ signal }) => client.call('POST /password_reset/view', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <AuthLayout title="Link not valid">
        <div className="flex flex-col gap-4">
          <ErrorNotice error={error} />
          <Link to="/dashboard/forgot-password" className={buttonStyle('primary')}>
            Ask for a new link
          </Link>
          <Link to="/dashboard/sign-in" className={buttonStyle('quiet')}>
            Back to sign in
          </Link>
        </div>
      </AuthLayout>
    );
  }
  if (!data) {
    return (
      <AuthLayout title="Choose a new password">
        <Skeleton lines={4} what="link" />
      </AuthLayout>
    );
  }
  return <ChoosePassword token={token} email={data.email} />;
}

function ChoosePassword({ token, email }: { token: string; email: string }) {
  const reset = useMutation({
    mutationFn: (data: FormData) =>
      client.call('POST /password_reset', { body: { token, password: readText(data, 'password') } }),
  });
  const fields = reset.error instanceof ApiError ? reset.error.fields : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    reset.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  if (reset.isSuccess) {
    return (
      <AuthLayout title="Password changed">
        <Notice tone="good" role="status">
          All your devices are signed out. Sign in with the new password.
        </Notice>
        <Link to="/dashboard/sign-in" replace className={`${buttonStyle('primary')} mt-4 min-h-9 w-full`}>
          Sign in
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Choose a new password" lead="Your second factor stays as it is.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {Object.keys(fields).length === 0 ? <ErrorNotice error={reset.error} /> : null}
        <TextField label="Email" name="email" type="email" autoComplete="username" readOnly defaultValue={email} />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="Use at least 10 characters."
          error={fields['password']}
        />
        <Button type="submit" kind="primary" busy={reset.isPending} className="min-h-9">
          {reset.isPending ? 'Changing…' : 'Change password'}
        </Button>
      </form>
    </AuthLayout>
  );
}
