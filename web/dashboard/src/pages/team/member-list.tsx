import type { Member } from '../../api/generated.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ROLE_LABELS } from './role-labels.ts';

interface MemberListProps {
  members: Member[];
  onRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

export function MemberList({ members, onRole, onRemove }: MemberListProps) {
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <Card title="Members">
      <ul className="-my-3 divide-y divide-line">
        {members.map((member) => {
          const isLastOwner = member.role === 'owner' && owners === 1;
          return (
            <li key={member.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
              <div className="min-w-0">
                <p className="wrap-anywhere">
                  {member.email} {member.current ? <span className="text-soft">(you)</span> : null}
                </p>
                <p className="text-xs text-soft">
                  {ROLE_LABELS[member.role]}, joined <DateTime at={member.joined_at} />
                  {isLastOwner ? '. A team needs at least one owner.' : ''}
                </p>
              </div>
              {isLastOwner ? null : (
                <div className="flex gap-2">
                  <Button
                    needs="team:write"
                    onClick={() => onRole(member)}
                    aria-label={`Change the role of ${member.email}`}
                  >
                    Change role
                  </Button>
                  <Button
                    needs="team:write"
                    kind="danger"
                    onClick={() => onRemove(member)}
                    aria-label={`Remove ${member.email}`}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
