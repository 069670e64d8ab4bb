import { Link } from '@tanstack/react-router';
import { buttonStyle } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import type { Need, Permission } from './use-may.ts';
import { useSession } from './use-session.ts';

/** Replaces a page that the user may not see. */
export function NoAccess({ needs }: { needs: Need }) {
  return <Page title="No access">{needs === 'operator' ? <ForOperators /> : <OtherRole needs={needs} />}</Page>;
}

function OtherRole({ needs }: { needs: Permission }) {
  const { role } = useSession();
  return (
    <EmptyState
      title="Your role does not include this page"
      action={
        <Link to="/dashboard/settings/team" className={buttonStyle()}>
          See what each role may do
        </Link>
      }
    >
      You are signed in as {role}, and this page needs <code className="font-mono text-xs">{needs}</code>. An owner of
      the account can change your role.
    </EmptyState>
  );
}

function ForOperators() {
  const { user } = useSession();
  return (
    <EmptyState title="This page is for operators of this server">
      If you run the server, make yourself an operator there:{' '}
      <code className="font-mono text-xs wrap-anywhere">npx florin users operator {user.email}</code>
    </EmptyState>
  );
}
