import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../api/generated.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode, Overlap } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

const OVERLAPS: { overlap: Overlap; label: string }[] = [
  { overlap: 'now', label: 'Now' },
  { overlap: '1h', label: 'In 1 hour' },
  { overlap: '24h', label: 'In 24 hours' },
  { overlap: '7d', label: 'In 7 days' },
];

interface RollKeyProps {
  mode: Mode;
  apiKey: ApiKey;
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

export function RollKey({ mode, apiKey, onClose, onCreated }: RollKeyProps) {
  const [overlap, setOverlap] = useState<Overlap>('24h');
  const roll = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/api_keys/{key_id}/roll', { path: { mode, key_id: apiKey.id }, body: { overlap } }),
    onSuccess: async (key) => {
      onCreated(key);
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(mode).queryKey });
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={`Roll “${apiKey.name}”`}
      description="You get a new private key. The public key stays the same, and the old private key works until it expires."
    >
      <fieldset>
        <legend className="text-[13px] font-medium">Old key expires</legend>
        {OVERLAPS.map(({ overlap: each, label }) => (
          <label key={each} className="mt-1.5 flex items-center gap-2">
            <input
              type="radio"
              name="overlap"
              checked={overlap === each}
              onChange={() => setOverlap(each)}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="mt-4 empty:hidden">
        <ErrorNotice error={roll.error} />
      </div>
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" busy={roll.isPending} onClick={() => roll.mutate()}>
          Roll key
        </Button>
      </ModalActions>
    </Modal>
  );
}
