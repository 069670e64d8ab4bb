import { useSession } from '../../shell/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { ROLE_LABELS } from '../team/role-labels.ts';
import { SessionList } from './session-list.tsx';

/** What belongs to the signed-in person, whatever the role. */
export function AccountPage() {
  const { user, role } = useSession();
  return (
    <Page title="Account" lead={`${user.email}, ${ROLE_LABELS[role].toLowerCase()}`}>
      <SessionList />
    </Page>
  );
}
