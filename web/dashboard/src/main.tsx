import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetSession, onSignedOut, queryClient } from './api/session-client.ts';
import { router } from './router.tsx';

/** A new page begins at its heading, also for those who hear it. The first page is left to the browser. */
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation === undefined || !pathChanged) return;
  requestAnimationFrame(() => {
    const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    start?.focus({ preventScroll: true });
  });
});

onSignedOut(() => {
  forgetSession();
  // Reading the routes again asks for the session, finds none, and leads to the sign-in.
  void router.invalidate();
});

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
