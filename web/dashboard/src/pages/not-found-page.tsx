import { Link } from '@tanstack/react-router';
import { buttonStyle } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/page.tsx';

export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        Page not found
      </h1>
      <p className="text-soft">Check the URL, or go back to the home page.</p>
      <Link to="/dashboard" className={buttonStyle('primary')}>
        Go to home page
      </Link>
    </main>
  );
}
