import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../../api/queries.ts';
import { useSession } from '../../shell/use-session.ts';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ROLE_LABELS } from '../team/role-labels.ts';
import { NoticesCard } from './notices-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { SessionList } from './session-list.tsx';
import { TotpCard } from './totp-card.tsx';
import { TrustedDevices } from './trusted-devices.tsx';

/** What belongs to the signed-in person, whatever the role. */
export function AccountPage() {
  const { user, role } = useSession();
  const { data, error, refetch } = useQuery(securityQuery());
  return (
    <Page title="Account" lead={`${user.email}, ${ROLE_LABELS[role].toLowerCase()}`}>
      <PasswordCard />
      {error && !data ? <LoadError what="your second factors" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={6} what="second factors" /> : null}
      {data ? (
        <>
          <TotpCard isOn={data.totp} hasPasskey={data.passkeys.length > 0} />
          <PasskeysCard passkeys={data.passkeys} isAvailable={data.passkeys_available} />
          {data.totp || data.passkeys.length > 0 ? <RecoveryCard left={data.recovery_codes_left} /> : null}
          {data.trusted_devices.length > 0 ? <TrustedDevices devices={data.trusted_devices} /> : null}
        </>
      ) : null}
      <NoticesCard />
      <SessionList />
    </Page>
  );
}
