import { CopyButton } from '../../ui/copy-button.tsx';

/** A command for the terminal of the server. */
export function Command({ line }: { line: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 rounded-md bg-neutral-tint px-2 py-1 font-mono text-xs text-ink wrap-anywhere">
        {line}
      </code>
      <CopyButton text={line} what="command" compact />
    </span>
  );
}
