import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ImportReport } from '../../api/generated.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';

const EXAMPLE = 'item_id,name,unit_amount,currency\nsku_tulip_bulbs,Tulip bulbs,6050,USD';

export function ImportItems({ mode, onClose }: { mode: Mode; onClose: () => void }) {
  const [csv, setCsv] = useState('');
  const importItems = useMutation({
    mutationFn: () => client.call('POST /{mode}/items', { path: { mode }, body: csv }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [mode, 'items'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (csv.trim() !== '') importItems.mutate();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Import items"
      description="One item per line. Amounts are in the smallest currency unit: 6050 is 60.50 USD. Existing items are replaced."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <label className="flex flex-col gap-1 text-[13px] font-medium">
          CSV file
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => void event.target.files?.[0]?.text().then(setCsv)}
            className="text-[13px] font-normal file:mr-3 file:rounded-md file:border file:border-line-strong file:bg-raised file:px-3 file:py-1.5 file:text-ink"
          />
        </label>
        <TextArea
          label="Or paste CSV"
          rows={6}
          spellCheck={false}
          value={csv}
          onChange={(event) => setCsv(event.target.value)}
          placeholder={EXAMPLE}
          className="font-mono text-xs"
        />
        <ErrorNotice error={importItems.error} />
        {importItems.data && 'imported' in importItems.data ? <ImportResult result={importItems.data} /> : null}
        <ModalActions>
          <Button onClick={onClose}>{importItems.data ? 'Done' : 'Cancel'}</Button>
          <Button type="submit" kind="primary" busy={importItems.isPending} disabled={csv.trim() === ''}>
            Import
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

function ImportResult({ result: { imported, errors } }: { result: ImportReport }) {
  return (
    <Notice tone={errors.length === 0 ? 'good' : 'warning'} role="status">
      <p className="font-medium">{imported === 1 ? '1 item imported' : `${imported} items imported`}</p>
      {errors.length === 0 ? null : (
        <ul className="mt-1 max-h-40 list-disc overflow-auto pl-4">
          {errors.map(({ line, detail }) => (
            <li key={`${line} ${detail}`}>
              Line {line}: {detail}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
