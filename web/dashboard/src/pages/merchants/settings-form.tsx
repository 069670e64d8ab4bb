import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Settings } from '../../api/generated.ts';
import { settingsQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Session, SettingsInput } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { useMay } from '../../shell/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { AccentField } from './accent-field.tsx';
import { CheckoutPreview } from './checkout-preview.tsx';
import { InvoiceCard } from './invoice-card.tsx';
import { LogoField } from './logo-field.tsx';
import { readSettings } from './read-settings.ts';

export function SettingsForm({ settings }: { settings: Settings }) {
  const announce = useAnnounce();
  const [saved, setSaved] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [edits, setEdits] = useState(0);
  const save = useMutation({
    mutationFn: (body: SettingsInput) => client.call('PATCH /settings', { body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(settingsQuery().queryKey, answer);
      // The sidebar shows the name too.
      queryClient.setQueryData<Session>(['session'], (session) =>
        session?.signed_in ? { ...session, merchant: { ...session.merchant, name: answer.name } } : session,
      );
      setSaved(true);
      setIsDirty(false);
      announce('Settings saved');
    },
  });
  const may = useMay();
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  /** The server counts in seconds and this form in minutes, so its message would name the wrong limits. */
  const minutesError = (field: string, min: number, max: number) =>
    fields[field] === undefined ? undefined : `Enter a number of minutes from ${min} to ${max}.`;
  const originsError = Object.entries(fields).find(([pointer]) => pointer.startsWith('allowed_origins'))?.[1];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    save.mutate(readSettings(new FormData(sent)), { onError: () => focusFirstError(sent) });
  };
  const change = () => {
    setSaved(false);
    setIsDirty(true);
    setEdits((count) => count + 1);
  };
  return (
    <form ref={form} onSubmit={submit} onChange={change} noValidate>
      <UnsavedGuard isDirty={isDirty} />
      <fieldset disabled={!may('settings:write')} className="flex min-w-0 flex-col gap-4">
        {/* On wide screens, the preview is beside the cards of what customers see. */}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
          <Card title="Business" lead="Shown to customers on the checkout page and invoices.">
            <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
              <TextField
                label="Business name"
                name="name"
                defaultValue={settings.name}
                required
                error={fields['name']}
              />
              <AccentField
                initial={settings.accent_color}
                error={fields['accent_color'] === undefined ? undefined : 'Enter a color like #1a7f5a.'}
              />
              <div className="min-w-0 sm:col-span-2">
                <TextField
                  label="Support contact"
                  name="support"
                  defaultValue={settings.support ?? ''}
                  placeholder="help@shop.example.com"
                  hint="An email address or an https URL. The checkout links to it when a customer needs help."
                  error={fields['support']}
                />
              </div>
              <div className="min-w-0 sm:col-span-2">
                <LogoField
                  key={settings.logo_url}
                  current={settings.logo_url}
                  error={fields['logo']}
                  onSelect={() => setEdits((count) => count + 1)}
                />
              </div>
            </div>
          </Card>
          <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <CheckoutPreview form={form} edits={edits} />
          </div>
          <InvoiceCard settings={settings} errors={fields} />
        </div>
        <Card title="Embedding">
          <div className="max-w-2xl">
            <TextArea
              label="Allowed origins"
              name="allowed_origins"
              rows={3}
              className="font-mono text-xs"
              defaultValue={settings.allowed_origins.join('\n')}
              placeholder="https://shop.example.com"
              hint="Sites that can embed your checkout, one per line. Include the scheme, host, and port, but no path."
              error={originsError}
            />
          </div>
        </Card>
        <Card
          title="Payment rules"
          lead="These rules apply to new payments. Existing payments keep the rules they were created with."
        >
          <div className="grid max-w-2xl items-start gap-4 sm:grid-cols-2">
            <TextField
              label="Payment window (minutes)"
              name="expires_in"
              inputMode="numeric"
              defaultValue={settings.expires_in / 60}
              hint="From 5 minutes to 7 days (10080). A request can override it."
              error={minutesError('expires_in', 5, 10_080)}
            />
            <div className="grid grid-cols-2 gap-4 sm:col-span-2">
              <TextField
                label="Tolerance (percent)"
                name="tolerance_percent"
                inputMode="decimal"
                defaultValue={settings.tolerance_percent}
                error={fields['tolerance_percent']}
              />
              <TextField
                label="Tolerance (amount)"
                name="tolerance_amount"
                inputMode="decimal"
                defaultValue={settings.tolerance_amount}
                error={fields['tolerance_amount']}
              />
              <p className="col-span-2 -mt-2 text-xs text-soft">
                A payment still succeeds if it is short by no more than the smaller of the two. Use at most 5 percent.
                The amount is in the currency of the payment.
              </p>
            </div>
            <TextField
              label="Accept late stablecoins (minutes)"
              name="late_policy/stablecoin_seconds"
              inputMode="numeric"
              defaultValue={settings.late_policy.stablecoin_seconds / 60}
              hint="Time after expiry. Later payments need a review."
              error={minutesError('late_policy/stablecoin_seconds', 0, 43_200)}
            />
            <TextField
              label="Accept other late assets (minutes)"
              name="late_policy/other_seconds"
              inputMode="numeric"
              defaultValue={settings.late_policy.other_seconds / 60}
              hint="Use a shorter time, because prices change."
              error={minutesError('late_policy/other_seconds', 0, 43_200)}
            />
          </div>
        </Card>
        <LogCard settings={settings} />
        {Object.keys(fields).length === 0 ? <ErrorNotice error={save.error} /> : null}
        <div className="flex items-center gap-3">
          <Button needs="settings:write" type="submit" kind="primary" busy={save.isPending}>
            Save settings
          </Button>
          {saved ? <span className="text-[13px] text-good-ink">Saved</span> : null}
        </div>
      </fieldset>
    </form>
  );
}

function LogCard({ settings }: { settings: Settings }) {
  const modes = [
    { mode: 'test', label: 'Log bodies in test mode' },
    { mode: 'live', label: 'Log bodies in live mode' },
  ] as const;
  return (
    <Card title="Logs" lead="Every call with your API keys is logged. You can also log what was sent and returned.">
      <div className="flex flex-col gap-1.5">
        {modes.map(({ mode, label }) => (
          <label key={mode} className="flex items-center gap-2">
            <input
              type="checkbox"
              name={`log_bodies/${mode}`}
              defaultChecked={settings.log_bodies[mode]}
              className="size-4 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
        <p className="text-xs text-soft">
          Keeps the first 4 KiB of each request and response, without keys and secrets. They can contain your customers’
          names and addresses.
        </p>
      </div>
    </Card>
  );
}
