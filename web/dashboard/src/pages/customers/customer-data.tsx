import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { EraseCustomer } from './erase-customer.tsx';
import { saveFile } from './save-file.ts';

async function readCustomer(mode: Mode, email: string): Promise<object> {
  const data: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = cursor === undefined ? { email } : { email, cursor };
    const page = await client.call('POST /{mode}/customers/export', { path: { mode }, body });
    data.push(...page.data);
    cursor = page.next_cursor;
  }
  return { email, data };
}

/** Exports or erases what is stored about one customer. */
export function CustomerData({ mode }: { mode: Mode }) {
  const announce = useAnnounce();
  const [email, setEmail] = useState('');
  const [isErasing, setIsErasing] = useState(false);
  const [erased, setErased] = useState<number>();
  const download = useMutation({
    mutationFn: () => readCustomer(mode, email.trim()),
    onSuccess: (data) => saveFile('customer.json', JSON.stringify(data, null, 2)),
  });
  const isEmpty = email.trim() === '';
  const finish = (count: number) => {
    setIsErasing(false);
    setErased(count);
    announce('Customer data erased');
  };
  return (
    <Card title={`Customer data (${mode} mode)`} lead="Export or erase what is stored about a customer.">
      <div className="flex max-w-2xl flex-wrap items-end gap-2">
        <div className="min-w-56 flex-1">
          <TextField
            label="Customer’s email address"
            name="customer_email"
            type="email"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setErased(undefined);
            }}
          />
        </div>
        <Button disabled={isEmpty} busy={download.isPending} onClick={() => download.mutate()}>
          Export
        </Button>
        <Button needs="payments:override" kind="danger" disabled={isEmpty} onClick={() => setIsErasing(true)}>
          Erase
        </Button>
      </div>
      <ErrorNotice error={download.error} />
      {erased === undefined ? null : (
        <p className="mt-2 text-[13px] text-good-ink">
          {erased === 0 ? 'Nothing was stored about this customer.' : `Erased the data of ${erased} payments.`}
        </p>
      )}
      {isErasing ? (
        <EraseCustomer mode={mode} email={email.trim()} onClose={() => setIsErasing(false)} onErased={finish} />
      ) : null}
    </Card>
  );
}
