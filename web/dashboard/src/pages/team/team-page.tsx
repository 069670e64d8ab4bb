import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member, NewInvitation } from '../../api/generated.ts';
import { teamQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangeRole } from './change-role.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteMember } from './invite-member.tsx';
import { MemberList } from './member-list.tsx';
import { RemoveMember } from './remove-member.tsx';
import { RoleTable } from './role-table.tsx';

type Step =
  | { name: 'none' | 'invite' }
  | { name: 'invited'; invitation: NewInvitation }
  | { name: 'role' | 'remove'; member: Member };

const NONE: Step = { name: 'none' };

export function TeamPage() {
  const [step, setStep] = useState<Step>(NONE);
  const { data, error, refetch } = useQuery(teamQuery());
  const close = () => setStep(NONE);
  return (
    <Page
      title="Team"
      lead="Who can use this account, and what each role may do."
      actions={
        <Button needs="team:write" kind="primary" onClick={() => setStep({ name: 'invite' })}>
          <Icon name="plus" />
          Invite
        </Button>
      }
    >
      {error && !data ? <LoadError what="the team" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={5} what="team" /> : null}
      {data ? (
        <MemberList
          members={data.members}
          onRole={(member) => setStep({ name: 'role', member })}
          onRemove={(member) => setStep({ name: 'remove', member })}
        />
      ) : null}
      {data && data.invitations.length > 0 ? <InvitationList invitations={data.invitations} /> : null}
      <RoleTable />
      {step.name === 'invite' ? (
        <InviteMember onClose={close} onInvited={(invitation) => setStep({ name: 'invited', invitation })} />
      ) : null}
      {step.name === 'invited' ? <InvitationLink invitation={step.invitation} onClose={close} /> : null}
      {step.name === 'role' ? <ChangeRole member={step.member} onClose={close} /> : null}
      {step.name === 'remove' ? <RemoveMember member={step.member} onClose={close} /> : null}
    </Page>
  );
}
