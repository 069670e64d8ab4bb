import { Link } from '@tanstack/react-router';
import { buttonStyle } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import type { Permission } from './use-may.ts';
import { useSession } from './use-session.ts';

/** Replaces a page that the role does not allow. */
export function NoAccess({ needs }: { needs: Permission }) {
  const { role } = useSession();
  return (
    <Page title="No access">
      <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
        <p className="font-medium">Your role does not include this page</p>
        <p className="max-w-md text-balance text-soft">
          You are signed in as {role}, and this page needs <code className="font-mono text-xs">{needs}</code>. An owner
          of the account can change your role.
        </p>
        <Link to="/dashboard/settings/team" className={`mt-2 ${buttonStyle()}`}>
          See what each role may do
        </Link>
      </div>
    </Page>
  );
}
