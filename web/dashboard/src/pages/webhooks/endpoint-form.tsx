import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { EventTypesField } from './event-types-field.tsx';

export interface EndpointDraft {
  url: string;
  description: string;
  events: string[];
  password?: string;
}

interface EndpointFormProps {
  draft: Pick<EndpointDraft, 'url' | 'description' | 'events'>;
  /** Whether this URL takes the password. */
  needsPassword: (url: string) => boolean;
  submitLabel: string;
  error: Error | null;
  busy: boolean;
  onSubmit: (draft: EndpointDraft, onError: () => void) => void;
  onClose: () => void;
}

const PASSWORD_HINT = 'Required to change where live events go.';

/** The fields of a new endpoint, or of one that is edited. */
export function EndpointForm({ draft, needsPassword, submitLabel, error, busy, onSubmit, onClose }: EndpointFormProps) {
  const [url, setUrl] = useState(draft.url);
  const [events, setEvents] = useState(draft.events);
  const fields = error instanceof ApiError ? error.fields : {};
  const eventsError = Object.entries(fields).find(([name]) => name.startsWith('events'))?.[1];
  const isShown = Object.keys(fields).length > 0 || isWrongPassword(error);
  const asksPassword = needsPassword(url);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const password = asksPassword ? { password: readText(data, 'password') } : {};
    const description = readText(data, 'description');
    onSubmit({ url: url.trim(), description, events, ...password }, () => focusFirstError(form));
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isShown ? null : <ErrorNotice error={error} />}
      <TextField
        label="URL"
        name="url"
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        placeholder="https://shop.example.com/webhooks"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        hint="Florin sends a POST request to it for every event."
        error={fields['url']}
      />
      <TextField
        label="Description"
        name="description"
        autoComplete="off"
        defaultValue={draft.description}
        hint="Optional. Helps you recognize the endpoint."
        error={fields['description']}
      />
      <EventTypesField
        listed={events}
        onChange={setEvents}
        error={events.length === 0 && eventsError !== undefined ? 'Choose at least one type of event.' : eventsError}
      />
      {asksPassword ? <PasswordField hint={PASSWORD_HINT} error={error} /> : null}
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {submitLabel}
        </Button>
      </ModalActions>
    </form>
  );
}
