import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Item } from '../../api/generated.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { printAmount } from '../../format/money.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type ItemDraft, readItem } from './item-draft.ts';

interface EditItemProps {
  mode: Mode;
  /** Null for a new item. */
  item: Item | null;
  onClose: () => void;
}

const NOTHING: Record<string, string> = {};

export function EditItem({ mode, item, onClose }: EditItemProps) {
  const [missing, setMissing] = useState(NOTHING);
  const save = useMutation({
    mutationFn: (draft: ItemDraft) =>
      item === null
        ? client.call('POST /{mode}/items', { path: { mode }, body: draft })
        : client.call('PUT /{mode}/items/{item_id}', { path: { mode, item_id: item.item_id }, body: draft }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: [mode, 'items'] });
    },
  });
  const sent = save.error instanceof ApiError ? save.error.fields : NOTHING;
  const fields = missing === NOTHING ? sent : missing;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readItem(new FormData(form), item?.item_id);
    setMissing('errors' in read ? read.errors : NOTHING);
    if ('errors' in read) focusFirstError(form);
    else save.mutate(read.draft, { onError: () => focusFirstError(form) });
  };
  return (
    <Modal open onClose={onClose} title={item === null ? 'Add an item' : 'Edit item'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {Object.keys(fields).length === 0 ? <ErrorNotice error={save.error} /> : null}
        <TextField
          label="Item ID"
          name="item_id"
          required
          autoComplete="off"
          defaultValue={item?.item_id ?? ''}
          disabled={item !== null}
          hint={item === null ? 'The ID your app sends in requests.' : 'You cannot change an item ID.'}
          className="font-mono text-xs disabled:opacity-70"
          error={fields['item_id']}
        />
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="off"
          defaultValue={item?.name ?? ''}
          error={fields['name']}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="Price"
            name="unit_amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={item === null ? '' : printAmount(item.unit_amount, item.currency)}
            placeholder="60.50"
            error={fields['unit_amount']}
          />
          <TextField
            label="Currency"
            name="currency"
            autoComplete="off"
            defaultValue={item?.currency ?? 'USD'}
            className="uppercase"
            error={fields['currency']}
          />
        </div>
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save item
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
