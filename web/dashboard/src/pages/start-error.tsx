import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { LoadError } from '../ui/notice.tsx';

/** Shown when the session cannot be loaded. */
export function StartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-xl place-content-center p-4">
      <h1 className="sr-only">Florin</h1>
      <LoadError what="the dashboard" error={error instanceof Error ? error : new Error(String(error))} retry={retry} />
    </main>
  );
}
