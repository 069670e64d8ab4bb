import { useMutation } from '@tanstack/react-query';
import type { Invitation } from '../../api/generated.ts';
import { teamQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { ROLE_LABELS } from './role-labels.ts';

export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  return (
    <Card title="Open invitations">
      <ul className="-my-3 divide-y divide-line">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ invitation: { id, email, role, expires_at: at } }: { invitation: Invitation }) {
  const revoke = useMutation({
    mutationFn: () => client.call('DELETE /team/invitations/{invitation_id}', { path: { invitation_id: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery().queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere">{email}</p>
        <p className="text-xs text-soft">
          {ROLE_LABELS[role]}, expires <DateTime at={at} />
        </p>
      </div>
      <Button
        needs="team:write"
        kind="danger"
        busy={revoke.isPending}
        onClick={() => revoke.mutate()}
        aria-label={`Revoke the invitation of ${email}`}
      >
        Revoke
      </Button>
      <ErrorNotice error={revoke.error} />
    </li>
  );
}
