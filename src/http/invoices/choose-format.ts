import { Problem } from '../../domain/errors.ts';

export type InvoiceFormat = 'html' | 'pdf' | 'json';

const TYPES: Record<InvoiceFormat, string> = {
  html: 'text/html',
  pdf: 'application/pdf',
  json: 'application/json',
};

const ENDINGS = 'The path of an invoice ends with .pdf, .json or .html after the ID, or with the ID.';

/** `pi_….pdf` → ID and format. Without an ending, the Accept header decides; the default is HTML. */
export function chooseFormat(segment: string, accept: string | undefined): { id: string; format: InvoiceFormat } {
  const dot = segment.lastIndexOf('.');
  if (dot === -1) return { id: segment, format: fromAccept(accept ?? '*/*') };
  const ending = segment.slice(dot + 1);
  if (!Object.hasOwn(TYPES, ending)) throw new Problem('not_found', ENDINGS);
  return { id: segment.slice(0, dot), format: ending as InvoiceFormat };
}

function fromAccept(accept: string): InvoiceFormat {
  const ranges = accept.split(',').map(readRange);
  const [best] = (Object.keys(TYPES) as InvoiceFormat[])
    .map((format) => ({ format, quality: qualityOf(TYPES[format], ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  if (best) return best.format;
  throw new Problem('not_acceptable', `Invoices are available as ${Object.values(TYPES).join(', ')}.`);
}

interface Range {
  type: string;
  quality: number;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

/** The most specific range decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.split('/')[0]}/*`;
  for (const wanted of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range) return range.quality;
  }
  return 0;
}
