import { Link, useLocation } from '@tanstack/react-router';
import { useMode } from './use-mode.ts';

const CHOICE =
  'flex-1 rounded px-2 py-1 text-center text-[13px] font-medium text-soft hover:text-ink aria-current:bg-raised aria-current:text-ink aria-current:shadow-lift';

/** Two links rather than a switch: each mode is another address. A page of one payment has no twin in the other mode. */
export function ModeSwitch() {
  const mode = useMode();
  const path = useLocation({ select: (location) => location.pathname });
  const stays = !/^\/dashboard\/payments\/./.test(path);
  // Whichever page this is, it takes a mode; the type of one of them speaks for all.
  const target = (stays ? path : '/dashboard/payments') as '/dashboard/payments';
  return (
    <div role="group" aria-label="Mode" className="flex rounded-md bg-neutral-tint p-0.5">
      <Link
        to={target}
        search={{ mode: undefined }}
        activeProps={{}}
        aria-current={mode === 'test' ? 'true' : undefined}
        className={mode === 'test' ? `${CHOICE} !text-test-ink` : CHOICE}
      >
        Test
      </Link>
      <Link
        to={target}
        search={{ mode: 'live' }}
        activeProps={{}}
        aria-current={mode === 'live' ? 'true' : undefined}
        className={CHOICE}
      >
        Live
      </Link>
    </div>
  );
}
