import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clearSession, onSignedOut, queryClient } from './api/session-client.ts';
import { router } from './router.tsx';

/** Moves the focus to the heading after navigation, for screen readers. The first page is left to the browser. */
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation === undefined || !pathChanged) return;
  requestAnimationFrame(() => {
    const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    start?.focus({ preventScroll: true });
  });
});

onSignedOut(() => {
  clearSession();
  // Reloading the routes finds no session and redirects to the sign-in page.
  void router.invalidate();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
