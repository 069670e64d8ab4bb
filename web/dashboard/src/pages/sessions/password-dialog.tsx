import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import { securityQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from './password-field.tsx';

interface PasswordDialogProps<Result> {
  title: string;
  description?: ReactNode;
  hint: string;
  action: string;
  danger?: boolean;
  /** More fields, below the password. */
  children?: (fields: Record<string, string>) => ReactNode;
  send: (password: string, data: FormData) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

/** A change of how the user signs in, which takes the password. */
export function PasswordDialog<Result>(props: PasswordDialogProps<Result>) {
  const { title, description, hint, action, danger = false, children, send, onDone, onClose } = props;
  const change = useMutation({
    mutationFn: (data: FormData) => send(readText(data, 'password'), data),
    onSuccess: async (result) => {
      onDone(result);
      await queryClient.invalidateQueries({ queryKey: securityQuery().queryKey });
    },
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const hasField = Object.keys(fields).length > 0 || isWrongPassword(change.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    change.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  return (
    <Modal open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {hasField ? null : <ErrorNotice error={change.error} />}
        <PasswordField hint={hint} error={change.error} />
        {children?.(fields)}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={change.isPending}>
            {action}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
