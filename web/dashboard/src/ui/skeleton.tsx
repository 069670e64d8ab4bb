/** Gray placeholder lines, with a message for screen readers. */
export function Skeleton({ lines, what }: { lines: number; what: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-1">
      <span className="sr-only">Loading {what}…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div
          // The lines never change order.
          key={`line-${line}`}
          className={`h-4 animate-pulse rounded bg-neutral-tint ${line % 3 === 2 ? 'w-2/3' : 'w-full'}`}
        />
      ))}
    </div>
  );
}
