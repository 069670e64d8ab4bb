import { type ComponentChild, h } from 'preact';

export type IconName = 'wait' | 'spin' | 'done' | 'warn' | 'stop' | 'copy' | 'check' | 'eye';

/** Strokes on a 24-unit grid, in the color of the surrounding text. */
const SHAPES: Record<IconName, string> = {
  wait: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z',
  spin: 'M12 3a9 9 0 1 1-9 9',
  done: 'M7.5 12.5l3 3l6-6.5M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z',
  warn: 'M12 9v4M12 16.5v.1M12 4L2.8 19.5h18.4z',
  stop: 'M9 9l6 6M15 9l-6 6M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  eye: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
};

/** An icon only repeats the text beside it, so screen readers skip it. */
export function Icon({ name }: { name: IconName }): ComponentChild {
  return h(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    h('path', { d: SHAPES[name] }),
  );
}
