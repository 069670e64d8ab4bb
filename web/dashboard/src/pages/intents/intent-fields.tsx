import type { PostalAddress } from '../../api/types.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { IntentDraft } from './intent-draft.ts';

interface FieldsProps {
  draft: IntentDraft;
  errors: Record<string, string>;
  onChange: (more: Partial<IntentDraft>) => void;
}

export function CustomerFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Name (optional)"
        autoComplete="off"
        value={draft.name}
        error={errors['customer/name']}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        value={draft.email}
        error={errors['customer/email']}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <TextField
        label="Phone (optional)"
        type="tel"
        autoComplete="off"
        value={draft.phone}
        error={errors['customer/phone_number']}
        onChange={(event) => onChange({ phone: event.target.value })}
      />
    </div>
  );
}

export function PriceFields({ draft, assets, errors, onChange }: FieldsProps & { assets: readonly string[] }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Currency"
        autoComplete="off"
        className="uppercase"
        value={draft.currency}
        error={errors['currency_displayed']}
        onChange={(event) => onChange({ currency: event.target.value.trim().toUpperCase() })}
      />
      <TextField
        label="Tax in percent"
        inputMode="numeric"
        autoComplete="off"
        value={draft.taxPercent}
        error={errors['tax_percent']}
        onChange={(event) => onChange({ taxPercent: event.target.value.trim() })}
      />
      <SelectField
        label="Prices of items"
        value={draft.taxIncluded ? 'included' : 'added'}
        onChange={(event) => onChange({ taxIncluded: event.target.value === 'included' })}
      >
        <option value="included">include the tax</option>
        <option value="added">do not include the tax</option>
      </SelectField>
      <SelectField
        label="Customer pays in"
        value={draft.asset}
        error={errors['crypto_amount_requested']}
        onChange={(event) => onChange({ asset: event.target.value })}
      >
        {assets.map((asset) => (
          <option key={asset}>{asset}</option>
        ))}
      </SelectField>
      <TextField
        label={`Price of 1 ${draft.asset} in ${draft.currency}`}
        inputMode="decimal"
        autoComplete="off"
        hint="The rate that you charge. It does not change afterwards."
        value={draft.rate}
        error={errors['exchange_rate']}
        onChange={(event) => onChange({ rate: event.target.value })}
      />
    </div>
  );
}

const ADDRESS: [name: keyof PostalAddress, label: string][] = [
  ['address', 'Street and number'],
  ['postal_code', 'Postal code'],
  ['city', 'City'],
  ['state', 'State or region'],
  ['country', 'Country'],
];

interface AddressFieldsProps {
  address: PostalAddress;
  errors: Record<string, string>;
  onChange: (address: PostalAddress) => void;
}

export function AddressFields({ address, errors, onChange }: AddressFieldsProps) {
  return (
    <details>
      <summary className="text-[13px] font-medium text-link">Address for the invoice (optional)</summary>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        {ADDRESS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            value={address[name]}
            error={errors[`billing_address/${name}`]}
            onChange={(event) => onChange({ ...address, [name]: event.target.value })}
          />
        ))}
      </div>
    </details>
  );
}
