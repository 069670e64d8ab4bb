import type { EndpointHealth } from '../../api/generated.ts';

type Hour = EndpointHealth['hours'][number];

const HOURS = 24;
const BAR = 8;
const STEP = 10;
const HEIGHT = 32;
const HOUR_MS = 3_600_000;

const totalOf = ({ delivered, failed, pending }: Hour) => delivered + failed + pending;
const sum = (hours: readonly Hour[], count: (hour: Hour) => number) =>
  hours.reduce((total, hour) => total + count(hour), 0);

const count = (number: number) => number.toLocaleString('en-US');

/** What became of the deliveries of the last 24 hours, one bar per hour. */
export function HealthStrip({ hours }: { hours: readonly Hour[] | undefined }) {
  if (!hours) return <div className="h-12 animate-pulse rounded bg-neutral-tint" aria-hidden="true" />;
  const [delivered, failed, pending] = [
    sum(hours, (hour) => hour.delivered),
    sum(hours, (hour) => hour.failed),
    sum(hours, (hour) => hour.pending),
  ];
  const highest = Math.max(1, ...hours.map(totalOf));
  const span =
    hours.length === HOURS ? 'Last 24 hours' : `Last ${hours.length} ${hours.length === 1 ? 'hour' : 'hours'}`;
  const parts = [
    delivered + failed + pending === 0 ? 'no deliveries' : `${count(delivered)} delivered`,
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(pending > 0 ? [`${count(pending)} pending`] : []),
  ];
  return (
    <figure className="min-w-0">
      <svg
        viewBox={`0 0 ${HOURS * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-8 w-full"
      >
        {Array.from({ length: HOURS }, (_, place) => {
          const hour = hours[place - (HOURS - hours.length)];
          // The bars never change order.
          return <Bar key={`bar-${place}`} x={place * STEP} hour={hour} highest={highest} />;
        })}
      </svg>
      <figcaption className="mt-1 text-xs text-soft">
        {span}: {parts.join(', ')}
      </figcaption>
    </figure>
  );
}

/** Failed deliveries are at the bottom, so that a few among many are seen. */
function Bar({ x, hour, highest }: { x: number; hour: Hour | undefined; highest: number }) {
  if (!hour || totalOf(hour) === 0) {
    return <rect x={x} y={HEIGHT - 2} width={BAR} height={2} rx={1} className="fill-line-strong" />;
  }
  const heightOf = (deliveries: number) => (deliveries === 0 ? 0 : Math.max(3, (deliveries / highest) * HEIGHT));
  const [failed, pending] = [heightOf(hour.failed), heightOf(hour.pending)];
  const delivered = Math.min(heightOf(hour.delivered), HEIGHT - failed - pending);
  const { delivered: arrived, failed: lost, pending: waiting } = hour;
  return (
    <g>
      <title>{`${timeOf(hour.at)}: ${arrived} delivered, ${lost} failed, ${waiting} pending`}</title>
      <rect x={x} y={HEIGHT - failed} width={BAR} height={failed} className="fill-bad-ink" />
      <rect x={x} y={HEIGHT - failed - pending} width={BAR} height={pending} className="fill-test-line" />
      <rect x={x} y={HEIGHT - failed - pending - delivered} width={BAR} height={delivered} className="fill-good-ink" />
    </g>
  );
}

const timeOf = (at: string) => {
  const format = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
  return `${format.format(new Date(at))} to ${format.format(Date.parse(at) + HOUR_MS)}`;
};
