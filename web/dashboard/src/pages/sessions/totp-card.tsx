import { useState } from 'react';
import type { TotpOffer } from '../../api/generated.ts';
import { client } from '../../api/session-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmTotp } from './confirm-totp.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Step =
  | { name: 'none' | 'add' | 'remove' }
  | { name: 'offered'; offer: TotpOffer }
  | { name: 'codes'; codes: string[] };

const NONE: Step = { name: 'none' };

export function TotpCard({ isOn, hasPasskey }: { isOn: boolean; hasPasskey: boolean }) {
  const [step, setStep] = useState<Step>(NONE);
  const close = () => setStep(NONE);
  return (
    <Card
      title="Authenticator app"
      actions={
        isOn ? (
          <Button kind="danger" onClick={() => setStep({ name: 'remove' })}>
            Remove app
          </Button>
        ) : (
          <Button onClick={() => setStep({ name: 'add' })}>Set up app</Button>
        )
      }
    >
      <p className="text-soft">
        {isOn ? <Badge tone="good">On</Badge> : null} An app on your phone shows a new code every 30 seconds. Signing in
        asks for one after your password.
        {hasPasskey ? ' While you have a passkey, only that is accepted.' : ''}
      </p>
      {step.name === 'add' ? (
        <PasswordDialog
          title="Set up an authenticator app"
          hint="To confirm that it is you who changes how you sign in."
          action="Continue"
          send={(password) => client.call('POST /totp', { body: { password } })}
          onDone={(offer) => setStep({ name: 'offered', offer })}
          onClose={close}
        />
      ) : null}
      {step.name === 'offered' ? (
        <ConfirmTotp
          offer={step.offer}
          onDone={(codes) => setStep(codes.length > 0 ? { name: 'codes', codes } : NONE)}
          onClose={close}
        />
      ) : null}
      {step.name === 'codes' ? <RecoveryCodesDialog codes={step.codes} onClose={close} /> : null}
      {step.name === 'remove' ? (
        <PasswordDialog
          title="Remove the authenticator app?"
          description="Its codes stop working."
          hint="To confirm that it is you who changes how you sign in."
          action="Remove app"
          danger
          send={(password) => client.call('POST /totp/remove', { body: { password } })}
          onDone={close}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}
