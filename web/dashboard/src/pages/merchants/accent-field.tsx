import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';

/** A text field for the color, and a color picker that fills it. */
export function AccentField({ initial, error }: { initial: string | null; error: string | undefined }) {
  const [color, setColor] = useState(initial ?? '');
  return (
    <div className="flex items-start gap-2">
      <div className="flex-1">
        <TextField
          label="Accent color"
          name="accent_color"
          value={color}
          onChange={(event) => setColor(event.target.value)}
          placeholder="#2f55d4"
          className="font-mono text-xs"
          error={error}
        />
      </div>
      <input
        type="color"
        aria-label="Choose accent color"
        value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#2f55d4'}
        onChange={(event) => setColor(event.target.value)}
        className="mt-[1.55rem] size-9 cursor-pointer rounded-md border border-line-strong bg-raised p-1"
      />
    </div>
  );
}
