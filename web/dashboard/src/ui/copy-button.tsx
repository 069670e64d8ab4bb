import { useEffect, useState } from 'react';
import { useAnnounce } from '../shell/announcer.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  /** The text, or how to get it. */
  text: string | (() => Promise<string>);
  /** What is copied, for people who do not see where the button stands. */
  what: string;
  /** Only the icon is shown. */
  compact?: boolean;
}

export function CopyButton({ text, what, compact = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const announce = useAnnounce();
  useEffect(() => {
    const timer = setTimeout(() => setOutcome('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setOutcome('copied');
      announce(`${what} copied`);
    } catch {
      setOutcome('failed');
      announce(`${what} could not be copied`);
    }
  };
  const word = outcome === 'idle' ? 'Copy' : outcome === 'copied' ? 'Copied' : 'Not copied';
  return (
    <Button
      kind={compact ? 'quiet' : 'plain'}
      className={compact ? 'size-8 px-0' : ''}
      onClick={() => void copy()}
      aria-label={`Copy ${what}`}
      title={compact ? `${word} ${what}` : undefined}
    >
      <Icon name={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'close' : 'copy'} />
      {compact ? null : word}
    </Button>
  );
}
