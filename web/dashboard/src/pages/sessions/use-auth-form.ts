import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import { storeSession } from '../../api/session-client.ts';
import type { Session } from '../../api/types.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { readText } from '../../ui/read-text.ts';
import { safeRedirect } from './safe-redirect.ts';

/** Submits the form, stores the new session, and continues to the page that the visitor asked for. */
export function useAuthForm(send: (text: (field: string) => string) => Promise<Session>) {
  const navigate = useNavigate();
  const next = useSearch({ strict: false, select: (search) => safeRedirect(search.next) });
  const mutation = useMutation({
    mutationFn: (data: FormData) => send((field) => readText(data, field)),
    onSuccess: async (session) => {
      storeSession(session);
      // The setup token must not stay in the browser history.
      await navigate({ href: next ?? '/dashboard', replace: true });
    },
  });
  const { error } = mutation;
  const fields = error instanceof ApiError ? error.fields : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    mutation.mutate(new FormData(form, submitter), { onError: () => focusFirstError(form) });
  };
  return {
    submit,
    busy: mutation.isPending,
    fields,
    // Errors shown beside a field are not repeated above the form.
    error: Object.keys(fields).length > 0 ? null : error,
  };
}
