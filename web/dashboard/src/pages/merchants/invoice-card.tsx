import type { Settings } from '../../api/generated.ts';
import { Card } from '../../ui/card.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

interface InvoiceCardProps {
  settings: Settings;
  errors: Readonly<Record<string, string>>;
}

/** What invoices say about the seller. */
export function InvoiceCard({ settings, errors }: InvoiceCardProps) {
  const addressError = Object.entries(errors).find(([pointer]) => /^address(\/|$)/.test(pointer))?.[1];
  return (
    <Card title="Invoices" lead="Used for new invoices. Issued invoices do not change.">
      <div className="grid max-w-2xl items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Legal name"
          name="legal_name"
          defaultValue={settings.legal_name ?? ''}
          hint="If different from your business name."
          error={errors['legal_name']}
        />
        <TextField
          label="Tax ID"
          name="tax_id"
          defaultValue={settings.tax_id ?? ''}
          hint="For example, your VAT number."
          error={errors['tax_id']}
        />
        <div className="min-w-0 sm:col-span-2">
          <TextArea
            label="Address"
            name="address"
            rows={3}
            defaultValue={settings.address.join('\n')}
            hint="Up to 6 lines."
            error={addressError}
          />
        </div>
        <TextField
          label="Number prefix"
          name="invoice_prefix"
          defaultValue={settings.invoice_prefix}
          className="font-mono text-xs"
          hint={`For example, ${settings.invoice_prefix}000123. A new prefix does not restart the numbers.`}
          error={errors['invoice_prefix']}
        />
        <div className="min-w-0 sm:col-span-2">
          <TextArea
            label="Footer"
            name="invoice_footer"
            rows={2}
            defaultValue={settings.invoice_footer ?? ''}
            hint="Shown at the end of invoices, such as your registration number."
            error={errors['invoice_footer']}
          />
        </div>
      </div>
    </Card>
  );
}
