import { Link } from '@tanstack/react-router';
import { buttonStyle } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/page.tsx';

export function NotFoundPage() {
  useDocumentTitle('Not found');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        There is no such page
      </h1>
      <p className="text-soft">The address may be mistyped, or the page may have moved.</p>
      <Link to="/dashboard" className={buttonStyle('primary')}>
        Go to Home
      </Link>
    </main>
  );
}
