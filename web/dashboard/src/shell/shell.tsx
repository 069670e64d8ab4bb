import { Outlet, useLocation } from '@tanstack/react-router';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { LiveContext, useLiveEvents } from '../api/live-events.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { DisabledEndpointsBanner } from './disabled-endpoints-banner.tsx';
import { Navigation } from './navigation.tsx';
import { NoAccess } from './no-access.tsx';
import { neededFor } from './pages.ts';
import { PendingWalletsBanner } from './pending-wallets-banner.tsx';
import { ReleasedWalletsBanner } from './released-wallets-banner.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { useMay } from './use-may.ts';
import { useMode } from './use-mode.ts';
import { useSession } from './use-session.ts';

/** The layout of every signed-in page. */
export function Shell() {
  const mode = useMode();
  const connected = useLiveEvents(mode);
  const path = useLocation({ select: (location) => location.pathname });
  const may = useMay();
  const needed = neededFor(path);
  const blocked = needed === undefined || may(needed) ? undefined : needed;
  return (
    <LiveContext value={connected}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-surface md:block">
          <Navigation />
        </aside>
        <div className="flex min-w-0 flex-col">
          <header className="sticky top-0 z-20 md:static">
            <TopBar />
            {mode === 'test' ? <TestModeBar /> : null}
          </header>
          <PendingWalletsBanner />
          <ReleasedWalletsBanner />
          <DisabledEndpointsBanner />
          <SecondFactorDialog />
          <main id="main" tabIndex={-1} className="flex-1">
            {/* The key resets the page when the mode changes, so that no input or revealed key carries over. */}
            {blocked === undefined ? <Outlet key={mode} /> : <NoAccess needs={blocked} />}
          </main>
        </div>
      </div>
    </LiveContext>
  );
}

function TestModeBar() {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 border-t-2 border-b border-t-test-line border-b-line bg-test-tint px-4 py-1.5 text-xs text-test-ink sm:px-8">
      <strong className="rounded bg-test-ink px-1.5 py-px tracking-wide text-test-tint">TEST</strong>
      <span>No real money moves.</span>
    </div>
  );
}

/** On small screens: the menu button and the merchant's name. */
function TopBar() {
  const [open, setOpen] = useState(false);
  const { merchant } = useSession();
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    void href;
    setOpen(false);
  }, [href]);
  return (
    <div className="flex items-center gap-2 border-b border-line bg-surface px-2 py-1.5 md:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button kind="quiet" className="size-9 px-0" aria-label="Menu">
            <Icon name="menu" className="size-5" />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <div data-scroll-lock="" className="fixed inset-0 z-40 bg-shade">
            <Dialog.Content
              aria-describedby={undefined}
              className="h-full w-68 max-w-[85vw] animate-appear overflow-y-auto border-r border-line bg-surface shadow-float"
            >
              <Dialog.Title className="sr-only">Menu</Dialog.Title>
              <Navigation />
              <Dialog.Close asChild>
                <Button kind="quiet" className="fixed top-3 right-3 size-9 bg-surface px-0" aria-label="Close menu">
                  <Icon name="close" className="size-5" />
                </Button>
              </Dialog.Close>
            </Dialog.Content>
          </div>
        </Dialog.Portal>
      </Dialog.Root>
      <span className="min-w-0 truncate font-semibold">{merchant.name}</span>
    </div>
  );
}
