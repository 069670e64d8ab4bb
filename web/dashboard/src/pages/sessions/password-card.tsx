import { useState } from 'react';
import { client } from '../../api/session-client.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { readText } from '../../ui/read-text.ts';
import { PasswordDialog } from './password-dialog.tsx';

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  const [changed, setChanged] = useState(false);
  const announce = useAnnounce();
  return (
    <Card title="Password" actions={<Button onClick={() => setOpen(true)}>Change password</Button>}>
      <p className="text-soft">
        {changed
          ? 'Your password was changed. Other devices are signed out.'
          : 'A change signs out your other devices.'}
      </p>
      {open ? (
        <PasswordDialog
          title="Change your password"
          hint="Your current password."
          action="Change password"
          send={(password, data) =>
            client.call('POST /password', { body: { password, new_password: readText(data, 'new_password') } })
          }
          onDone={() => {
            setOpen(false);
            setChanged(true);
            announce('Password changed');
          }}
          onClose={() => setOpen(false)}
        >
          {(fields) => (
            <TextField
              label="New password"
              name="new_password"
              type="password"
              autoComplete="new-password"
              required
              hint="Use at least 10 characters."
              error={fields['new_password']}
            />
          )}
        </PasswordDialog>
      ) : null}
    </Card>
  );
}
