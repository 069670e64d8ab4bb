import { useMutation } from '@tanstack/react-query';
import { Link, useLoaderData } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import { client } from '../../api/session-client.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CliReset } from './cli-reset.tsx';

export function ForgotPasswordPage() {
  const session = useLoaderData({ from: '/signed-out/dashboard/forgot-password' });
  const request = useMutation({
    mutationFn: (data: FormData) =>
      client.call('POST /password_reset/request', { body: { email: readText(data, 'email') } }),
  });
  const fields = request.error instanceof ApiError ? request.error.fields : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    request.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  if (!session.signed_in && !session.reset_by_mail) {
    return (
      <AuthLayout
        title="Reset your password"
        lead="This server sends no email. Ask its operator to run this command with your email address:"
      >
        <CliReset />
        <BackToSignIn />
      </AuthLayout>
    );
  }
  if (request.isSuccess) {
    return (
      <AuthLayout title="Check your email">
        <Notice tone="good" role="status">
          {request.data.detail} The link works once, within an hour. Look in the spam folder, too.
        </Notice>
        <BackToSignIn />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Reset your password" lead="We email you a link to choose a new password.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {Object.keys(fields).length === 0 ? <ErrorNotice error={request.error} /> : null}
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={fields['email']} />
        <Button type="submit" kind="primary" busy={request.isPending} className="min-h-9">
          {request.isPending ? 'Sending…' : 'Send link'}
        </Button>
      </form>
      <BackToSignIn />
    </AuthLayout>
  );
}

function BackToSignIn() {
  return (
    <Link to="/dashboard/sign-in" className={`${buttonStyle('quiet')} mt-3 w-full`}>
      Back to sign in
    </Link>
  );
}
