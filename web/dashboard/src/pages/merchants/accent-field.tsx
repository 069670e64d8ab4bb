import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';

/** The colour as text, and a picker beside it that writes the same text. */
export function AccentField({ initial, error }: { initial: string | null; error: string | undefined }) {
  const [color, setColor] = useState(initial ?? '');
  return (
    <div className="flex items-start gap-2">
      <div className="flex-1">
        <TextField
          label="Accent colour"
          name="accent_color"
          value={color}
          onChange={(event) => setColor(event.target.value)}
          placeholder="#4251d4"
          className="font-mono text-xs"
          error={error}
        />
      </div>
      <input
        type="color"
        aria-label="Pick the accent colour"
        value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#4251d4'}
        onChange={(event) => setColor(event.target.value)}
        className="mt-[1.55rem] size-9 cursor-pointer rounded-md border border-line-strong bg-raised p-1"
      />
    </div>
  );
}
