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
  needsPasskey: boolean;
  answer: (given: boolean) => void;
}

/** Asks for the second factor when a request needs it again, and lets the request be sent again. */
export function SecondFactorDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      onSecondFactor(
        (error) =>
          new Promise((answer) => setQuestion({ needsPasskey: error.fields['passkey'] !== undefined, answer })),
      ),
    [],
  );
  if (!question) return null;
  const end = (given: boolean) => {
    setQuestion(null);
    question.answer(given);
  };
  return <AskSecondFactor needsPasskey={question.needsPasskey} onEnd={end} />;
}

function AskSecondFactor({ needsPasskey, onEnd }: { needsPasskey: boolean; onEnd: (given: boolean) => void }) {
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
        {needsPasskey ? (
          <Button kind="primary" busy={give.isPending} onClick={() => give.mutate(null)}>
            Use a passkey
          </Button>
        ) : null}
        <TextField
          label={needsPasskey ? 'Recovery code' : 'Code'}
          name="code"
          autoComplete="one-time-code"
          hint={needsPasskey ? 'If you do not have your passkey at hand.' : 'From your app, or a recovery code.'}
        />
        <ModalActions>
          <Button onClick={() => onEnd(false)}>Cancel</Button>
          <Button type="submit" kind={needsPasskey ? 'plain' : 'primary'} busy={give.isPending}>
            Confirm
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
