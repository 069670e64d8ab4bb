import { useRef, useState } from 'react';
import { downloadExport, type ExportFormat, type ExportOrder, saveFile } from '../api/download-export.ts';
import { useAnnounce } from '../shell/announcer.tsx';
import { Button } from './button.tsx';
import { SelectField } from './field.tsx';
import { Icon } from './icon.tsx';
import { Modal, ModalActions } from './modal.tsx';
import { Notice } from './notice.tsx';

type State = { step: 'ready' } | { step: 'running'; rows: number } | { step: 'failed'; reason: string };

const count = (rows: number) => `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}`;

/** Downloads what the list shows, with its filters and without its pages. */
export function ExportButton(order: Omit<ExportOrder, 'format'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="download" />
        Export
      </Button>
      {isOpen ? <ExportDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ExportDialog({ order, onClose }: { order: Omit<ExportOrder, 'format'>; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [state, setState] = useState<State>({ step: 'ready' });
  const running = useRef<AbortController>(null);
  const announce = useAnnounce();
  const close = () => {
    running.current?.abort();
    onClose();
  };
  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    let rows = 0;
    setState({ step: 'running', rows });
    const show = (arrived: number) => {
      rows = arrived;
      setState({ step: 'running', rows });
    };
    try {
      const file = await downloadExport({ ...order, format }, show, abort.signal);
      saveFile(file, `${order.kind}-${order.mode}.${format}`);
      announce(`Exported ${count(rows)}.`);
      onClose();
    } catch (error) {
      if (abort.signal.aborted) return;
      const reason = error instanceof Error && error.name === 'ApiError' ? error.message : 'The connection was lost.';
      setState({ step: 'failed', reason });
    }
  };
  return (
    <Modal
      open
      onClose={close}
      title={`Export ${order.kind}`}
      description="The file contains every row that matches the current filters."
      closeOnOutsideClick={state.step !== 'running'}
    >
      <SelectField
        label="Format"
        value={format}
        disabled={state.step === 'running'}
        onChange={(event) => setFormat(event.target.value === 'jsonl' ? 'jsonl' : 'csv')}
      >
        <option value="csv">CSV, for spreadsheets</option>
        <option value="jsonl">JSON Lines, for programs</option>
      </SelectField>
      {state.step === 'running' ? (
        <p role="status" className="mt-3 tabular-nums">
          {count(state.rows)} so far…
        </p>
      ) : null}
      {state.step === 'failed' ? (
        <div className="mt-3">
          <Notice tone="bad" role="alert">
            The export is incomplete and was not saved. {state.reason} Try again.
          </Notice>
        </div>
      ) : null}
      <ModalActions>
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" busy={state.step === 'running'} onClick={() => void start()}>
          Export
        </Button>
      </ModalActions>
    </Modal>
  );
}
