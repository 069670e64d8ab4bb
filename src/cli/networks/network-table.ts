import { formatAge } from '../../domain/networks/format-age.ts';
import type { Cell, Table, Tone } from '../command.ts';
import type { NetworkRow } from './present-network-row.ts';

/** What is left of 80 columns beside the longest values of the others. */
const ASSETS_WIDTH = 14;

/** The state in one word, and how to show it. */
const STATES: Record<string, { word: string; tone: Tone }> = {
  ok: { word: 'ok', tone: 'good' },
  delayed: { word: 'delayed', tone: 'warning' },
  distrusted: { word: 'distrusted', tone: 'bad' },
  unwatched: { word: 'off', tone: 'quiet' },
};
const CAUSES: Record<string, { word: string; tone: Tone }> = {
  'ok rate_limited': { word: 'slowed', tone: 'warning' },
  'delayed nodes_away': { word: 'unreachable', tone: 'bad' },
};

/** One line per network, at most 80 columns wide. */
export const networkTable = (networks: readonly NetworkRow[], nowMs: number): Table => ({
  columns: ['NETWORK', 'STATE', 'BLOCK', 'AGE', 'LAG', 'NODES', 'ASSETS'],
  rows: networks.map((network) => [
    network.name,
    stateCell(network),
    network.newest_block === null ? '-' : String(network.newest_block.height),
    ageOf(network.newest_block?.time ?? null, nowMs),
    network.state === 'unwatched' ? '-' : ageOf(network.read_at, nowMs),
    countNodes(network),
    clipAssets(network.assets),
  ]),
  empty: 'No networks found.',
});

function stateCell({ state, cause }: NetworkRow): Cell {
  const shown = CAUSES[`${state} ${cause}`] ?? STATES[state];
  return shown ? { text: shown.word, tone: shown.tone } : state;
}

const ageOf = (time: string | null, nowMs: number): string =>
  time === null ? '-' : formatAge(nowMs - Date.parse(time));

const countNodes = ({ nodes }: NetworkRow): string =>
  nodes.length === 0 ? '-' : `${nodes.filter(({ state }) => state === 'ok').length}/${nodes.length}`;

/** As many codes as fit, and how many more there are. */
function clipAssets(assets: readonly string[]): string {
  const whole = assets.join(' ');
  if (whole.length <= ASSETS_WIDTH) return whole;
  for (let shown = assets.length - 1; shown > 0; shown -= 1) {
    const clipped = `${assets.slice(0, shown).join(' ')} +${assets.length - shown}`;
    if (clipped.length <= ASSETS_WIDTH) return clipped;
  }
  return `${assets.length} assets`;
}
