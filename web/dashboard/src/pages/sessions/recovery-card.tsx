import { useState } from 'react';
import { client } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export function RecoveryCard({ left }: { left: number }) {
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <Card title="Recovery codes" actions={<Button onClick={() => setAsking(true)}>Replace codes</Button>}>
      <p className="text-soft">
        {left} of your recovery codes {left === 1 ? 'is' : 'are'} left. Each works once, instead of your second factor.
      </p>
      {asking ? (
        <PasswordDialog
          title="Replace your recovery codes?"
          description="The old codes stop working."
          hint="To confirm that it is you who changes how you sign in."
          action="Replace codes"
          send={(password) => client.call('POST /recovery_codes', { body: { password } })}
          onDone={({ recovery_codes }) => {
            setAsking(false);
            setCodes(recovery_codes);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {codes.length > 0 ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} /> : null}
    </Card>
  );
}
