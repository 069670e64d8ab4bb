/** The command that resets a password on a server that sends no email. */
export function CliReset() {
  return (
    <pre className="mt-2 rounded-md border border-line bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-ink">
      npx florin users reset-password --email you@example.com
    </pre>
  );
}
