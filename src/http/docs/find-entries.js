const KINDS = ['Endpoint', 'Guide', 'Error', 'Event', 'Schema', 'Field'];
const EXCERPT_BEFORE = 30;
const EXCERPT_MAX = 110;

/** The part of a text around a word, between two spaces. */
function excerptOf(text, word) {
  const at = text.toLowerCase().indexOf(word);
  const start = at < EXCERPT_BEFORE ? 0 : Math.min(at, text.indexOf(' ', at - EXCERPT_BEFORE) + 1);
  const end = text.length - start <= EXCERPT_MAX ? text.length : text.lastIndexOf(' ', start + EXCERPT_MAX);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/**
 * The entries that contain every word of the query: those that begin with it first, then by kind. Those that have some words only
 * in their text come last, with an excerpt; the more often, the sooner.
 */
export function findEntries(entries, query, texts = {}) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const whole = words.join(' ');
  return entries
    .flatMap((entry) => {
      const [name, kind, detail, address] = entry;
      const title = name.toLowerCase();
      const shown = `${title} ${detail.toLowerCase()}`;
      const [hidden, ...others] = words.filter((word) => !shown.includes(word));
      if (hidden !== undefined) {
        const text = texts[address] ?? '';
        const lower = text.toLowerCase();
        if (![hidden, ...others].every((word) => lower.includes(word))) return [];
        const about = [detail, excerptOf(text, hidden)].filter(Boolean).join(': ');
        return [{ entry: [name, kind, about, address], rank: 4 * KINDS.length + 1 / lower.split(hidden).length }];
      }
      const place = title === whole ? 0 : title.startsWith(whole) ? 1 : title.includes(whole) ? 2 : 3;
      return [{ entry, rank: place * KINDS.length + KINDS.indexOf(kind) }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry[0].length - b.entry[0].length)
    .map(({ entry }) => entry);
}
