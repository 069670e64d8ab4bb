import { claimSlug } from './slugify.ts';

interface GuideSection {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** Cuts a description at its `##` headings, those inside fenced code left alone. */
export function splitGuide(
  description: string,
  taken: Set<string>,
): { readonly opening: string; readonly sections: readonly GuideSection[] } {
  const opening: string[] = [];
  const sections: { id: string; title: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of description.split(/\r?\n/)) {
    if (/^\s{0,3}```/.test(line)) fenced = !fenced;
    const title = fenced ? undefined : /^##\s+(.+?)\s*#*$/.exec(line)?.[1];
    if (title === undefined) (sections.at(-1)?.lines ?? opening).push(line);
    else sections.push({ id: claimSlug(title, taken), title, lines: [] });
  }
  return {
    opening: opening.join('\n'),
    sections: sections.map(({ id, title, lines }) => ({ id, title, body: lines.join('\n') })),
  };
}
