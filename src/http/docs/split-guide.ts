import { slugify } from './slugify.ts';

interface GuideSection {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

interface Guide {
  readonly opening: string;
  readonly sections: readonly GuideSection[];
}

/** Splits a description at its `##` headings. */
export function splitGuide(description: string): Guide {
  const [opening = '', ...parts] = description.split(/^## /m);
  const sections = parts.map((part) => {
    const [title = '', ...body] = part.split('\n');
    return { id: slugify(title), title, body: body.join('\n') };
  });
  return { opening, sections };
}
