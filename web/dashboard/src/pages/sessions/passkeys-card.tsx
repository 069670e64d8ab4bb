import { useState } from 'react';
import type { Passkey } from '../../api/generated.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { client } from '../../api/session-client.ts';
import { useMay } from '../../shell/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { readText } from '../../ui/read-text.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Step = { name: 'none' | 'add' } | { name: 'remove'; passkey: Passkey } | { name: 'codes'; codes: string[] };

const NONE: Step = { name: 'none' };

async function addPasskey(password: string, name: string) {
  const { options } = await client.call('POST /passkeys/options', { body: { password } });
  return client.call('POST /passkeys', { body: { name, response: await makePasskey(options) } });
}

export function PasskeysCard({ passkeys, isAvailable }: { passkeys: Passkey[]; isAvailable: boolean }) {
  const isOperator = useMay()('operator');
  const [step, setStep] = useState<Step>(NONE);
  const close = () => setStep(NONE);
  return (
    <Card
      title="Passkeys"
      actions={isAvailable ? <Button onClick={() => setStep({ name: 'add' })}>Add passkey</Button> : undefined}
    >
      <p className="text-soft">
        {isAvailable
          ? 'Sign in with your fingerprint, face or screen lock, without a password. With a passkey, your password alone is not enough, and codes of an app are no longer accepted.'
          : `Passkeys need a host name. You reach this server by its IP address: ${isOperator ? 'set' : 'ask its operator to set'} FLORIN_BASE_URL.`}
      </p>
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <p className="wrap-anywhere">{passkey.name}</p>
              <p className="text-xs text-soft">
                {passkey.last_used_at === null ? (
                  'Never used'
                ) : (
                  <>
                    Last used <TimeAgo at={passkey.last_used_at} />
                  </>
                )}
              </p>
            </div>
            <Button
              kind="danger"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setStep({ name: 'remove', passkey })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {step.name === 'add' ? (
        <PasswordDialog
          title="Add a passkey"
          hint="To confirm that it is you who changes how you sign in."
          action="Continue"
          send={(password, data) => addPasskey(password, readText(data, 'name'))}
          onDone={({ recovery_codes: codes }) => setStep(codes.length > 0 ? { name: 'codes', codes } : NONE)}
          onClose={close}
        >
          {(fields) => (
            <TextField
              label="Name"
              name="name"
              required
              autoComplete="off"
              hint="A name you recognize, such as “Laptop”."
              error={fields['name']}
            />
          )}
        </PasswordDialog>
      ) : null}
      {step.name === 'codes' ? <RecoveryCodesDialog codes={step.codes} onClose={close} /> : null}
      {step.name === 'remove' ? (
        <PasswordDialog
          title={`Remove “${step.passkey.name}”?`}
          hint="To confirm that it is you who changes how you sign in."
          action="Remove passkey"
          danger
          send={(password) =>
            client.call('POST /passkeys/{passkey_id}/remove', {
              path: { passkey_id: step.passkey.id },
              body: { password },
            })
          }
          onDone={close}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}
