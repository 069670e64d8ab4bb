import type { ReactNode } from 'react';

/** Text to be read or copied as it is. It scrolls inside itself, and can be scrolled by keyboard. */
export function CodeBlock({ label, text, actions }: { label: string; text: string; actions?: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-3 py-1.5">
        <span className="text-xs font-medium text-soft">{label}</span>
        <span className="flex flex-wrap gap-2">{actions}</span>
      </div>
      <pre
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-96 overflow-auto bg-canvas p-3 font-mono text-xs leading-relaxed"
      >
        {text}
      </pre>
    </div>
  );
}
