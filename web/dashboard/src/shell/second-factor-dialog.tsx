import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { answerWithPasskey } from '../api/passkeys.ts';
import { client, onSecondFactor } from '../api/session-client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Modal, ModalActions } from '../ui/modal.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { readText } from '../ui/read-text.ts';

interface Question {
  hasPasskey: boolean;
  answer: (given: boolean) => void;
}

/** Asks for the second factor when a request needs it again, and lets the request be sent again. */
export function SecondFactorDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      onSecondFactor(
        (error) => new Promise((answer) => setQuestion({ hasPasskey: error.fields['passkey'] !== undefined, answer })),
      ),
    [],
  );
  if (!question) return null;
  const end = (given: boolean) => {
    setQuestion(null);
    question.answer(given);
  };
  return <AskSecondFactor hasPasskey={question.hasPasskey} onEnd={end} />;
}

function AskSecondFactor({ hasPasskey, onEnd }: { hasPasskey: boolean; onEnd: (given: boolean) => void }) {
  const give = useMutation({
    mutationFn: async (code: string | null) =>
      client.call('POST /session/second_factor', {
        body: code === null ? { passkey: await answerWithPasskey() } : { code },
      }),
    onSuccess: () => onEnd(true),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form of another dialog below must not be sent, too.
    event.stopPropagation();
    give.mutate(readText(new FormData(event.currentTarget), 'code'));
  };
  return (
    <Modal
      open
      onClose={() => onEnd(false)}
      title="Confirm that it is you"
      description="This change needs your second factor. It counts for the next 5 minutes."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorNotice error={give.error} />
        <TextField label="Code" name="code" autoComplete="one-time-code" hint="From your app, or a recovery code." />
        <ModalActions>
          <Button onClick={() => onEnd(false)}>Cancel</Button>
          {hasPasskey ? (
            <Button disabled={give.isPending} onClick={() => give.mutate(null)}>
              Use a passkey
            </Button>
          ) : null}
          <Button type="submit" kind="primary" busy={give.isPending}>
            Confirm
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
