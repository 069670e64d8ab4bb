import { useLocation } from '@tanstack/react-router';
import { ChoiceLink } from '../ui/choice-link.tsx';
import { useMode } from './use-mode.ts';

const CHOICE =
  'flex-1 rounded border border-transparent px-2 py-1 text-center text-[13px] font-medium text-soft hover:text-ink aria-current:border-line aria-current:bg-raised aria-current:shadow-lift';

/** What these pages show exists in one mode only, so the other mode starts with the list. */
const PAGE_OF_ONE = /^\/dashboard\/(payments|developers\/webhooks|developers\/events)(?=\/)/;

/** Two links rather than a switch, because each mode has its own URL. */
export function ModeSwitch() {
  const mode = useMode();
  const path = useLocation({ select: (location) => location.pathname });
  // Every page accepts a mode, so the type of one route stands for all of them.
  const to = (PAGE_OF_ONE.exec(path)?.[0] ?? path) as '/dashboard/payments';
  return (
    <div role="group" aria-label="Mode" className="flex rounded-md bg-neutral-tint p-0.5">
      <ChoiceLink
        to={{ to, search: { mode: undefined } }}
        current={mode === 'test'}
        className={`${CHOICE} aria-current:text-test-ink`}
      >
        Test
      </ChoiceLink>
      <ChoiceLink
        to={{ to, search: { mode: 'live' } }}
        current={mode === 'live'}
        className={`${CHOICE} aria-current:text-ink`}
      >
        Live
      </ChoiceLink>
    </div>
  );
}
