import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Wallet } from '../../api/generated.ts';
import { walletKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { AddressList } from './network-card.tsx';
import { signMessage } from './sign-message.ts';
import type { WalletDraft } from './wallet-draft.ts';

interface ConfirmWalletProps {
  mode: Mode;
  draft: WalletDraft;
  /** The wallet as the server would store it. */
  wallet: Wallet;
  onBack: () => void;
  onClose: () => void;
}

const isTakenError = (error: Error | null) => error instanceof ApiError && error.code === 'wallet_taken';

export function ConfirmWallet({ mode, draft, wallet, onBack, onClose }: ConfirmWalletProps) {
  const announce = useAnnounce();
  const heading = useRef<HTMLHeadingElement>(null);
  // The previously focused element is gone with the previous step.
  useEffect(() => heading.current?.focus(), []);
  // Only an address can be signed for.
  const address = wallet.kind === 'address' ? wallet.addresses[0] : undefined;
  const [isTaken, setTaken] = useState(false);
  async function prove(owned: string) {
    const path = { mode };
    const body = { network: wallet.network, address: owned };
    const { message, issued_at } = await client.call('POST /{mode}/wallets/challenge', { path, body });
    return { proof: { issued_at, signature: await signMessage(wallet.network, owned, message) } };
  }
  const save = useMutation({
    mutationFn: async (password: string) => {
      const proven = isTaken && address !== undefined ? await prove(address) : {};
      return client.call('POST /{mode}/wallets', { path: { mode }, body: { ...draft, password, ...proven } });
    },
    onError: (error) => {
      if (isTakenError(error)) setTaken(address !== undefined);
    },
    onSuccess: async () => {
      onClose();
      announce('Wallet saved');
      await queryClient.invalidateQueries({ queryKey: walletKeys(mode) });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    save.mutate(readText(new FormData(form), 'password'), { onError: () => focusFirstError(form) });
  };
  const isExtendedKey = wallet.kind === 'extended_key';
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <section aria-label="Preview" className="rounded-md border border-line bg-surface p-3">
        <h3 ref={heading} tabIndex={-1} className="text-[13px] font-medium">
          {isExtendedKey ? 'Customers will pay to these addresses first' : 'Customers will pay to this address'}
        </h3>
        <AddressList addresses={wallet.addresses} />
        <p className="mt-1 text-xs text-soft">
          {isExtendedKey
            ? 'Compare these with the receiving addresses in your wallet. If they differ, go back: you could lose money sent to them.'
            : 'Compare it with your wallet, character by character. Money sent to a wrong address is lost.'}
        </p>
      </section>
      {isTaken ? (
        <Notice tone="warning" role="alert">
          <p className="font-medium">Another account on this server uses this address.</p>
          <p>If it is yours, sign a message with the wallet. It moves no money. The other account loses the address.</p>
        </Notice>
      ) : null}
      {isWrongPassword(save.error) || (isTaken && isTakenError(save.error)) ? null : <ErrorNotice error={save.error} />}
      <PasswordField hint="Required to change where your money goes." error={save.error} />
      <ModalActions>
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {isTaken ? 'Sign and save wallet' : 'Save wallet'}
        </Button>
      </ModalActions>
    </form>
  );
}
