import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Wallet } from '../../api/generated.ts';
import { walletKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';

interface RemoveWalletProps {
  mode: Mode;
  /** What the page calls the wallet. */
  title: string;
  wallet: Wallet;
  onClose: () => void;
}

export function RemoveWallet({ mode, title, wallet, onClose }: RemoveWalletProps) {
  const announce = useAnnounce();
  const remove = useMutation({
    mutationFn: (password: string) =>
      client.call('DELETE /{mode}/wallets/{wallet_id}', { path: { mode, wallet_id: wallet.id }, body: { password } }),
    onSuccess: async () => {
      onClose();
      announce('Wallet removed');
      await queryClient.invalidateQueries({ queryKey: walletKeys(mode) });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    remove.mutate(readText(new FormData(form), 'password'), { onError: () => focusFirstError(form) });
  };
  const isPending = Date.parse(wallet.effective_at) > Date.now();
  return (
    <Modal
      open
      onClose={onClose}
      title={`Remove ${isPending ? 'pending ' : ''}wallet for ${title}?`}
      description={
        isPending
          ? 'This wallet will not be used. The current wallet stays active. If you do not recognize the API key that added it, revoke the key.'
          : 'New payments will not use this wallet. Florin keeps watching addresses that are already assigned. Your funds are not affected.'
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(remove.error) ? null : <ErrorNotice error={remove.error} />}
        <PasswordField hint="Required to change where your money goes." error={remove.error} />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" busy={remove.isPending}>
            Remove wallet
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
