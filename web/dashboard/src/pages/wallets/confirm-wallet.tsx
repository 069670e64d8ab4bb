import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import type { Wallet } from '../../api/generated.ts';
import { walletKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { AddressList } from './network-card.tsx';
import { isWrongPassword, PasswordField } from './password-field.tsx';
import type { WalletDraft } from './wallet-draft.ts';

interface ConfirmWalletProps {
  mode: Mode;
  draft: WalletDraft;
  /** As it would be kept. */
  wallet: Wallet;
  onBack: () => void;
  onClose: () => void;
}

export function ConfirmWallet({ mode, draft, wallet, onBack, onClose }: ConfirmWalletProps) {
  const announce = useAnnounce();
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with the step before.
  useEffect(() => heading.current?.focus(), []);
  const keep = useMutation({
    mutationFn: (password: string) =>
      client.call('POST /{mode}/wallets', { path: { mode }, body: { ...draft, password } }),
    onSuccess: async () => {
      onClose();
      announce('The wallet is saved');
      await queryClient.invalidateQueries({ queryKey: walletKeys(mode) });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    keep.mutate(readText(new FormData(form), 'password'), { onError: () => focusFirstError(form) });
  };
  const several = wallet.kind === 'extended_key';
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <section aria-label="Preview" className="rounded-md border border-line bg-surface p-3">
        <h3 ref={heading} tabIndex={-1} className="text-[13px] font-medium">
          {several ? 'The first addresses that customers would pay to' : 'The address that customers would pay to'}
        </h3>
        <AddressList addresses={wallet.addresses} />
        <p className="mt-1 text-xs text-soft">
          {several
            ? 'Compare them with the receiving addresses that your own wallet shows. If they differ, go back: money sent there might be out of your reach.'
            : 'Compare it with your own wallet, sign by sign. Money sent to another address is lost.'}
        </p>
      </section>
      {isWrongPassword(keep.error) ? null : <ErrorNotice error={keep.error} />}
      <PasswordField error={keep.error} />
      <ModalActions>
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" kind="primary" busy={keep.isPending}>
          Save wallet
        </Button>
      </ModalActions>
    </form>
  );
}
