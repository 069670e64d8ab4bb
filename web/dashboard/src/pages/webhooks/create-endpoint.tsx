import { useMutation } from '@tanstack/react-query';
import type { NewWebhookEndpoint } from '../../api/generated.ts';
import { endpointKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Modal } from '../../ui/modal.tsx';
import { type EndpointDraft, EndpointForm } from './endpoint-form.tsx';

interface CreateEndpointProps {
  mode: Mode;
  onClose: () => void;
  onCreated: (endpoint: NewWebhookEndpoint) => void;
}

const EMPTY = { url: '', description: '', events: ['*'] };

export function CreateEndpoint({ mode, onClose, onCreated }: CreateEndpointProps) {
  const create = useMutation({
    mutationFn: (body: EndpointDraft) => client.call('POST /{mode}/webhook_endpoints', { path: { mode }, body }),
    onSuccess: async (endpoint) => {
      onCreated(endpoint);
      await queryClient.invalidateQueries({ queryKey: endpointKeys(mode) });
    },
  });
  return (
    <Modal open onClose={onClose} title={`Add a ${mode} endpoint`}>
      <EndpointForm
        draft={EMPTY}
        needsPassword={() => mode === 'live'}
        submitLabel="Add endpoint"
        error={create.error}
        busy={create.isPending}
        onSubmit={(draft, onError) => create.mutate(draft, { onError })}
        onClose={onClose}
      />
    </Modal>
  );
}
