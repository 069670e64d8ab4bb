import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { renderSVG } from 'uqr';
import type { TotpOffer } from '../../api/generated.ts';
import { securityQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { readText } from '../../ui/read-text.ts';

interface ConfirmTotpProps {
  offer: TotpOffer;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the secret once, and turns the app on with its first code. */
export function ConfirmTotp({ offer, onDone, onClose }: ConfirmTotpProps) {
  const confirm = useMutation({
    mutationFn: (code: string) => client.call('POST /totp/confirm', { body: { code } }),
    onSuccess: async ({ recovery_codes }) => {
      onDone(recovery_codes);
      await queryClient.invalidateQueries({ queryKey: securityQuery().queryKey });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    confirm.mutate(readText(new FormData(form), 'code'), { onError: () => focusFirstError(form) });
  };
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(offer.uri, { border: 2 }))}`;
  return (
    <Modal
      open
      onClose={onClose}
      title="Scan this code with your app"
      description="Or type the secret into the app. Both are shown only now."
      closeOnOutsideClick={false}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <img src={picture} alt="QR code with the secret" className="mx-auto size-48 rounded-md bg-white" />
        <div className="flex items-center gap-2 rounded-md border border-line bg-surface p-2">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{offer.secret}</code>
          <CopyButton text={offer.secret} what="secret" />
        </div>
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          hint="The 6 digits that the app shows now."
          error={confirm.error?.message}
        />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={confirm.isPending}>
            Turn on
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
