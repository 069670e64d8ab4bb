import { CopyButton } from '../../ui/copy-button.tsx';

/** A line of the server's environment, which only its operator can add. */
export function OperatorLine({ line, what }: { line: string; what: string }) {
  return (
    <span className="mt-1 flex min-w-0 items-center gap-1">
      <code className="min-w-0 rounded-md bg-neutral-tint px-2 py-1 font-mono text-xs text-ink wrap-anywhere">
        {line}
      </code>
      <CopyButton text={line} what={what} compact />
    </span>
  );
}
