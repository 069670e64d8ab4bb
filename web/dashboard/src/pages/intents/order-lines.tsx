import type { Item } from '../../api/generated.ts';
import { formatMoney } from '../../format/money.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LineDraft } from './intent-draft.ts';

const OTHER = '\u0000other';
/** As many as the API takes. */
const LINES_MAX = 100;

interface OrderLinesProps {
  catalog: readonly Item[];
  hasMore: boolean;
  currency: string;
  lines: readonly LineDraft[];
  errors: Record<string, string>;
  onChange: (lines: LineDraft[]) => void;
}

/** A line for the first item of the catalog, or for an item that is typed. */
export const newLine = (key: number, item: Item | undefined): LineDraft => ({
  key,
  item: item ?? null,
  itemId: '',
  price: '',
  quantity: '1',
});

/** The items of a new payment. */
export function OrderLines({ catalog, hasMore, currency, lines, errors, onChange }: OrderLinesProps) {
  const change = (key: number, more: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? Object.assign({}, line, more) : line)));
  const add = () => {
    const key = Math.max(...lines.map((line) => line.key)) + 1;
    onChange([
      ...lines,
      newLine(
        key,
        catalog.find((item) => item.currency === currency),
      ),
    ]);
  };
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="Items" className="flex flex-col gap-4">
        {lines.map((line, index) => (
          <li key={line.key} className="flex flex-col gap-3 not-first:border-t not-first:border-line not-first:pt-4">
            <OrderLine
              line={line}
              name={`Item ${index + 1}`}
              at={`items/${index}`}
              catalog={catalog}
              currency={currency}
              errors={errors}
              onChange={(more) => change(line.key, more)}
              onRemove={lines.length === 1 ? undefined : () => onChange(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ol>
      {hasMore ? (
        <p className="text-xs text-soft">
          The list has the first {catalog.length} items of your catalog. For any other, choose “Another item” and enter
          its ID and price.
        </p>
      ) : null}
      <div>
        <Button onClick={add} disabled={lines.length >= LINES_MAX}>
          <Icon name="plus" />
          Add another item
        </Button>
      </div>
    </div>
  );
}

interface OrderLineProps {
  line: LineDraft;
  name: string;
  /** Where its errors are. */
  at: string;
  catalog: readonly Item[];
  currency: string;
  errors: Record<string, string>;
  onChange: (more: Partial<LineDraft>) => void;
  onRemove: (() => void) | undefined;
}

function OrderLine({ line, name, at, catalog, currency, errors, onChange, onRemove }: OrderLineProps) {
  const { item } = line;
  const choose = (id: string) => onChange({ item: catalog.find(({ item_id: known }) => known === id) ?? null });
  return (
    <>
      {catalog.length === 0 ? null : (
        <SelectField
          label={name}
          value={item?.item_id ?? OTHER}
          error={item === null ? undefined : errors[`${at}/item_id`]}
          onChange={(event) => choose(event.target.value)}
        >
          {catalog.map(({ item_id: id, name: title, unit_amount: amount, currency: code }) => (
            <option key={id} value={id}>
              {title} ({formatMoney(amount, code)})
            </option>
          ))}
          <option value={OTHER}>Another item</option>
        </SelectField>
      )}
      <div className="grid items-start gap-3 sm:flex sm:flex-wrap">
        {item === null ? (
          <>
            <div className="min-w-0 sm:min-w-56 sm:flex-1">
              <TextField
                label={`${name}: ID or name`}
                autoComplete="off"
                value={line.itemId}
                error={errors[`${at}/item_id`]}
                onChange={(event) => onChange({ itemId: event.target.value })}
              />
            </div>
            <div className="sm:w-40">
              <TextField
                label={`Price of one in ${currency}`}
                inputMode="decimal"
                autoComplete="off"
                value={line.price}
                error={errors[`${at}/price`]}
                onChange={(event) => onChange({ price: event.target.value })}
              />
            </div>
          </>
        ) : null}
        <div className="sm:w-28">
          <TextField
            label="Quantity"
            inputMode="numeric"
            autoComplete="off"
            value={line.quantity}
            error={errors[`${at}/quantity`]}
            onChange={(event) => onChange({ quantity: event.target.value.trim() })}
          />
        </div>
        {onRemove === undefined ? null : (
          <Button kind="quiet" className="sm:mt-6" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </>
  );
}
