import { useMutation } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../../api/generated.ts';
import { endpointKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Modal } from '../../ui/modal.tsx';
import { type EndpointDraft, EndpointForm } from './endpoint-form.tsx';

interface EditEndpointProps {
  mode: Mode;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function EditEndpoint({ mode, endpoint, onClose }: EditEndpointProps) {
  const announce = useAnnounce();
  const edit = useMutation({
    mutationFn: (body: EndpointDraft) =>
      client.call('PATCH /{mode}/webhook_endpoints/{endpoint_id}', { path: { mode, endpoint_id: endpoint.id }, body }),
    onSuccess: async () => {
      onClose();
      announce('Endpoint saved');
      await queryClient.invalidateQueries({ queryKey: endpointKeys(mode) });
    },
  });
  return (
    <Modal open onClose={onClose} title="Edit endpoint">
      <EndpointForm
        draft={endpoint}
        needsPassword={(url) => mode === 'live' && url.trim() !== endpoint.url}
        submitLabel="Save"
        error={edit.error}
        busy={edit.isPending}
        onSubmit={(draft, onError) => edit.mutate(draft, { onError })}
        onClose={onClose}
      />
    </Modal>
  );
}
