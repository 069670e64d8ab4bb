import type { ReactNode } from 'react';

interface CodeBlockProps {
  label: string;
  /** What tells it apart from other blocks with the same label. */
  name?: string;
  text: string;
  actions?: ReactNode;
}

/** Preformatted text to read or copy. It scrolls on its own. */
export function CodeBlock({ label, name = label, text, actions }: CodeBlockProps) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-3 py-1.5">
        <span className="text-xs font-medium text-soft">{label}</span>
        <span className="flex flex-wrap gap-2">{actions}</span>
      </div>
      <pre
        // A scrollable region must be focusable for keyboard users.
        tabIndex={0}
        role="region"
        aria-label={name}
        className="max-h-96 overflow-auto bg-canvas p-3 font-mono text-xs leading-relaxed"
      >
        {text}
      </pre>
    </div>
  );
}
