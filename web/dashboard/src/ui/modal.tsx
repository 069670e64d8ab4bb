import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** False if an accidental click would lose something that is shown once. */
  closeOnOutsideClick?: boolean;
}

/** The element that had the focus before the first of several consecutive dialogs opened. */
let opener: HTMLElement | null = null;

function rememberOpener(): void {
  const active = document.activeElement;
  const isOutside = active instanceof HTMLElement && active !== document.body && !active.closest('[role=dialog]');
  if (isOutside) opener = active;
}

/** The library returns the focus to its own trigger, and there is none here. */
function restoreFocus(event: Event): void {
  event.preventDefault();
  if (document.querySelector('[role=dialog]')) return;
  const target = opener?.isConnected ? opener : document.getElementById('main');
  target?.focus();
}

/** The library's overlay is not used: it locks scrolling with a style element, which the content security policy blocks. */
export function Modal({ open, onClose, title, description, children, closeOnOutsideClick = true }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div
          data-scroll-lock=""
          className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-shade p-4"
        >
          <Dialog.Content
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={restoreFocus}
            onInteractOutside={(event) => !closeOnOutsideClick && event.preventDefault()}
            className="w-full max-w-lg animate-appear rounded-xl border border-line bg-raised p-5 shadow-float"
          >
            <div className="flex items-start justify-between gap-4">
              <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
              <Dialog.Close asChild>
                <Button kind="quiet" className="-mt-1 -mr-2 size-8 px-0" aria-label="Close">
                  <Icon name="close" />
                </Button>
              </Dialog.Close>
            </div>
            {description === undefined ? null : (
              <Dialog.Description asChild>
                <div className="mt-1 text-soft">{description}</div>
              </Dialog.Description>
            )}
            <div className="mt-4">{children}</div>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The buttons at the bottom of a dialog. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}
