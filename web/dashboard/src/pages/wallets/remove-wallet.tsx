import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Network, Wallet } from '../../api/generated.ts';
import { walletKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from './password-field.tsx';

interface RemoveWalletProps {
  mode: Mode;
  network: Network;
  wallet: Wallet;
  onClose: () => void;
}

export function RemoveWallet({ mode, network, wallet, onClose }: RemoveWalletProps) {
  const announce = useAnnounce();
  const remove = useMutation({
    mutationFn: (password: string) =>
      client.call('DELETE /{mode}/wallets/{wallet_id}', { path: { mode, wallet_id: wallet.id }, body: { password } }),
    onSuccess: async () => {
      onClose();
      announce('The wallet is removed');
      await queryClient.invalidateQueries({ queryKey: walletKeys(mode) });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    remove.mutate(readText(new FormData(form), 'password'), { onError: () => focusFirstError(form) });
  };
  const coming = Date.parse(wallet.effective_at) > Date.now();
  return (
    <Modal
      open
      onClose={onClose}
      title={`Remove the ${coming ? 'coming ' : ''}wallet for ${network.title}?`}
      description={
        coming
          ? 'It will not be used. The wallet that it was to replace goes on. If the key that added it was not yours, revoke that key.'
          : 'No new payment goes there. Addresses that were given out stay watched, and the money in your wallet is not touched.'
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(remove.error) ? null : <ErrorNotice error={remove.error} />}
        <PasswordField error={remove.error} />
        <ModalActions>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="danger" busy={remove.isPending}>
            Remove wallet
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
