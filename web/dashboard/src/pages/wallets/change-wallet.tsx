import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Network, Wallet } from '../../api/generated.ts';
import { client } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Modal } from '../../ui/modal.tsx';
import { ConfirmWallet } from './confirm-wallet.tsx';
import { EnterWallet } from './enter-wallet.tsx';
import type { WalletDraft } from './wallet-draft.ts';

interface ChangeWalletProps {
  mode: Mode;
  network: Network;
  /** Whether there was none before. */
  isFirst: boolean;
  onClose: () => void;
}

/** First what the wallet is, then its addresses beside those of the merchant's own wallet, and the password. */
export function ChangeWallet({ mode, network, isFirst, onClose }: ChangeWalletProps) {
  const [understood, setUnderstood] = useState<{ draft: WalletDraft; wallet: Wallet } | null>(null);
  const [entering, setEntering] = useState(true);
  const preview = useMutation({
    mutationFn: (wish: WalletDraft) =>
      client.call('POST /{mode}/wallets', { path: { mode }, body: { ...wish, dry_run: true } }),
    onSuccess: (wallet, draft) => {
      setUnderstood({ draft, wallet });
      setEntering(false);
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={`${isFirst ? 'Add a' : 'Change the'} wallet for ${network.title}`}
      closeOnOutsideClick={false}
      description={
        isFirst
          ? 'Only what can receive. Never a private key, never the words of a seed.'
          : 'New payments go to the new wallet. Addresses that were given out before stay watched.'
      }
    >
      {entering || understood === null ? (
        <EnterWallet
          network={network}
          draft={understood?.draft ?? null}
          busy={preview.isPending}
          error={preview.error}
          onClose={onClose}
          onEntered={(draft, onError) => preview.mutate(draft, { onError })}
        />
      ) : (
        <ConfirmWallet {...understood} mode={mode} onBack={() => setEntering(true)} onClose={onClose} />
      )}
    </Modal>
  );
}
