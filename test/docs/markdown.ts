/** The text without fenced code blocks. Lines keep their numbers. */
export const withoutFences = (text: string): string =>
  text.replaceAll(/^```[^\n]*\n[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));

/** Prose only: no code, no link targets, no comments. */
export const proseOf = (text: string): string =>
  withoutFences(text)
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<!--.*?-->/g, '');

/** The words in inline code. */
export const codeWordsOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));

export const linksOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors of the headings, as GitHub forms them. */
export const anchorsOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

/** The cells of the table whose first column has this title, without comments. */
export function rowsOf(text: string, title: string): string[][] {
  const [, , ...rows] = text.slice(text.indexOf(`\n| ${title} |`) + 1).split('\n');
  const end = rows.findIndex((row) => !row.startsWith('| '));
  return rows.slice(0, end).map((row) =>
    row
      .replaceAll(/<!--.*?-->/g, '')
      .slice(2, -2)
      .split(' | '),
  );
}
