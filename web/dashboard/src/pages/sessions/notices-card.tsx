import { useMutation, useQuery } from '@tanstack/react-query';
import { noticesQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { useMay } from '../../shell/use-may.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice, LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ABOUT = {
  wallet_changed: 'changed wallets',
  payments_need_review: 'payments that need review',
  endpoint_disabled: 'disabled webhook endpoints',
} as const;

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Whether the signed-in person gets emails about the business. */
export function NoticesCard() {
  const { data, error, refetch } = useQuery(noticesQuery());
  const announce = useAnnounce();
  const isOperator = useMay()('operator');
  const change = useMutation({
    mutationFn: (enabled: boolean) => client.call('PUT /notices', { body: { enabled } }),
    onSuccess: (notices) => {
      queryClient.setQueryData(noticesQuery().queryKey, notices);
      announce(notices.enabled ? 'Notices are on' : 'Notices are off');
    },
  });
  if (error && !data) return <LoadError what="your email settings" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={2} what="email settings" />;
  return (
    <Card
      title="Email"
      lead={data.available ? 'Emails about the security of your account are always sent.' : undefined}
    >
      {data.available ? (
        <Choice
          kinds={data.kinds.map((kind) => ABOUT[kind])}
          enabled={change.isPending ? change.variables : data.enabled}
          busy={change.isPending}
          onChange={(enabled) => change.mutate(enabled)}
        />
      ) : (
        <p className="text-soft">
          This server sends no email. {isOperator ? 'Set' : 'Its operator can set'} FLORIN_SMTP_URL and
          FLORIN_MAIL_FROM.
        </p>
      )}
      <ErrorNotice error={change.error} />
    </Card>
  );
}

interface ChoiceProps {
  kinds: string[];
  enabled: boolean;
  busy: boolean;
  onChange: (enabled: boolean) => void;
}

function Choice({ kinds, enabled, busy, onChange }: ChoiceProps) {
  if (kinds.length === 0) return <p className="text-soft">Members with your role get no other emails.</p>;
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        checked={enabled}
        disabled={busy}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>Email me about {list.format(kinds)}</span>
    </label>
  );
}
