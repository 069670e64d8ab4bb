import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wallet } from '../../api/generated.ts';
import { client } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Modal } from '../../ui/modal.tsx';
import { ConfirmWallet } from './confirm-wallet.tsx';
import { EnterWallet } from './enter-wallet.tsx';
import type { WalletGroup } from './group-networks.ts';
import type { WalletDraft } from './wallet-draft.ts';

interface ChangeWalletProps {
  mode: Mode;
  group: WalletGroup;
  /** Whether there is no wallet yet. */
  isFirst: boolean;
  onClose: () => void;
}

const ENTER = 'Enter a public key or address. Never enter a private key or seed phrase.';
const CHANGE = 'New payments go to the new wallet. Florin keeps watching addresses that are already assigned.';

/** Step 1: enter the wallet. Step 2: compare its addresses and confirm with the password. */
export function ChangeWallet({ mode, group, isFirst, onClose }: ChangeWalletProps) {
  const [previewed, setPreviewed] = useState<{ draft: WalletDraft; wallet: Wallet } | null>(null);
  const [entering, setEntering] = useState(true);
  const preview = useMutation({
    mutationFn: (draft: WalletDraft) =>
      client.call('POST /{mode}/wallets', { path: { mode }, body: { ...draft, dry_run: true } }),
    onSuccess: (wallet, draft) => {
      setPreviewed({ draft, wallet });
      setEntering(false);
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={`${isFirst ? 'Add' : 'Change'} wallet for ${group.title}`}
      closeOnOutsideClick={false}
      description={isFirst ? (entering ? ENTER : undefined) : CHANGE}
    >
      {entering || previewed === null ? (
        <EnterWallet
          group={group}
          draft={previewed?.draft ?? null}
          busy={preview.isPending}
          error={preview.error}
          onClose={onClose}
          onEntered={(draft, onError) => preview.mutate(draft, { onError })}
          onReset={() => preview.reset()}
        />
      ) : (
        <ConfirmWallet {...previewed} mode={mode} onBack={() => setEntering(true)} onClose={onClose} />
      )}
    </Modal>
  );
}
