import { useEffect, useState } from 'react';
import { useAnnounce } from '../shell/announcer.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  /** The text, or a function that loads it. */
  text: string | (() => Promise<string>);
  /** What is copied, for screen readers. */
  what: string;
  /** The text on the button. */
  label?: string;
  /** Only the icon is shown. */
  compact?: boolean;
}

const LABELS = { copied: 'Copied', failed: 'Copy failed' };

export function CopyButton({ text, what, label = 'Copy', compact = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof LABELS | 'idle'>('idle');
  const announce = useAnnounce();
  useEffect(() => {
    const timer = setTimeout(() => setOutcome('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setOutcome('copied');
      announce(`Copied ${what}`);
    } catch {
      setOutcome('failed');
      announce(`Could not copy ${what}`);
    }
  };
  const shown = outcome === 'idle' ? label : LABELS[outcome];
  return (
    <Button
      kind={compact ? 'quiet' : 'plain'}
      className={compact ? 'size-8 px-0' : ''}
      onClick={() => void copy()}
      aria-label={`Copy ${what}`}
      title={compact ? (outcome === 'idle' ? `Copy ${what}` : shown) : undefined}
    >
      <Icon name={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'close' : 'copy'} />
      {compact ? null : shown}
    </Button>
  );
}
