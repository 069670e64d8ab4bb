import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { viewsQuery } from '../../api/queries.ts';
import { client } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceLink } from '../../ui/choice-link.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { fromText, isFiltered, toText } from './intents-search.ts';

const VIEW =
  'inline-flex min-h-6 items-center gap-1 rounded-md px-1.5 text-[13px] text-link underline-offset-2 wrap-anywhere hover:underline aria-current:font-medium aria-current:text-ink';

/** Filters with a name, which everyone of the merchant sees. */
export function SavedViews() {
  const search = useSearch({ from: '/signed-in/dashboard/payments' });
  const views = useQuery(viewsQuery()).data?.data ?? [];
  const [isSaving, setSaving] = useState(false);
  const text = toText(search);
  const current = views.find(({ query }) => toText(fromText(query)) === text);
  const remove = useRemove();
  if (views.length === 0 && !isFiltered(search)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {views.length === 0 ? null : (
        <ul aria-label="Saved views" className="flex min-w-0 flex-wrap gap-x-1.5 gap-y-1">
          {views.map(({ id, name, query }) => (
            <li key={id} className="min-w-0">
              <ChoiceLink
                to={{ to: '/dashboard/payments', search: fromText(query) }}
                current={current?.id === id}
                className={VIEW}
              >
                <Icon name="bookmark" className="size-3.5" />
                {name}
              </ChoiceLink>
            </li>
          ))}
        </ul>
      )}
      {current ? (
        <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate(current.id)}>
          Delete view
        </Button>
      ) : null}
      {!current && isFiltered(search) ? (
        <Button kind="quiet" onClick={() => setSaving(true)}>
          <Icon name="plus" />
          Save view
        </Button>
      ) : null}
      {isSaving ? <SaveView query={text} onClose={() => setSaving(false)} /> : null}
    </div>
  );
}

function useRemove() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /views/{view_id}', { path: { view_id: id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: viewsQuery().queryKey }),
  });
}

function SaveView({ query, onClose }: { query: string; onClose: () => void }) {
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => client.call('POST /views', { body: { name, query } }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: viewsQuery().queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(readText(new FormData(event.currentTarget), 'name'));
  };
  return (
    <Modal open onClose={onClose} title="Save view" description="Everyone in your business can use it.">
      <form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={64}
          autoComplete="off"
          hint="A view with the same name is replaced."
        />
        {error === null ? null : (
          <div className="mt-3">
            <Notice tone="bad" role="alert">
              {error.message}
            </Notice>
          </div>
        )}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={isPending}>
            Save view
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
