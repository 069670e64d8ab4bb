import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectBalanced, readTags } from './read-tags.test-fixture.ts';
import { renderMarkdown } from './render-markdown.ts';

const render = (text: string) => renderMarkdown(text, { level: 2 }).toString();

describe('blocks', () => {
  it('reads paragraphs, also when a list or a table follows at once', () => {
    expect(render('one\ntwo\n\nthree')).toBe('<p>one\ntwo</p><p>three</p>');
    expect(render('a:\n- b')).toBe('<p>a:</p><ul><li>b</li></ul>');
    expect(render('a:\nx|y\n-|-\n1|2')).toMatch(/^<p>a:<\/p><div class="table"/);
  });

  it('reads headings from the level it is given', () => {
    expect(render('## A\n### B')).toBe('<h2>A</h2><h3>B</h3>');
    expect(renderMarkdown('## A `b`', { level: 4, idPrefix: 'p' }).toString()).toBe(
      '<h4 id="p-a-b">A <code>b</code></h4>',
    );
  });

  it('reads lists, nested ones and lines that go on', () => {
    expect(render('- a\n  goes on\n- b\n  - c\n\n- d')).toBe(
      '<ul><li>a\ngoes on</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>',
    );
    expect(render('1. a\n2. b')).toBe('<ol><li>a</li><li>b</li></ol>');
  });

  it('reads tables, with escaped pipes and missing cells', () => {
    const table = render('| A | B |\n|---|:-:|\n| 1 \\| 2 | `x` |\n| 3 |');
    expect(table).toContain('<th scope="col">A</th><th scope="col">B</th>');
    expect(table).toContain('<tr><td>1 | 2</td><td><code>x</code></td></tr><tr><td>3</td><td></td></tr>');
  });

  it('reads fenced code as it stands, closed or not', () => {
    expect(render('```json\n{"a": "<b>"}\n```\nafter')).toContain(
      '<span class="t-key">&quot;a&quot;</span>: <span class="t-string">&quot;&lt;b&gt;&quot;</span>',
    );
    expect(render('```\n## not a heading')).toContain('<code>## not a heading</code>');
  });
});

describe('inline marks', () => {
  it('reads code, bold and links', () => {
    expect(render('**a `b`** `**c**` [d](/e)')).toBe(
      '<p><strong>a <code>b</code></strong> <code>**c**</code> <a href="/e">d</a></p>',
    );
  });

  it('leaves escaped marks and snake_case alone', () => {
    expect(render('\\*\\*a\\*\\* b_c_d')).toBe('<p>**a** b_c_d</p>');
  });

  it.each(['https://a.example/b?c=d#e', 'http://a.example', '/docs', '#limits', './a', '../a', 'errors/x', '?a=b'])(
    'links to %s',
    (target) => {
      expect(render(`[x](${target})`)).toBe(`<p><a href="${target}">x</a></p>`);
    },
  );

  it.each([
    'javascript:alert`1`',
    'JAVASCRIPT:x',
    'java\tscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'a:b',
  ])('does not link to %s', (target) => {
    expect(render(`[x](${target})`)).not.toContain('<a');
  });
});

describe('any text at all', () => {
  const allowed = new Set('p h2 h3 h4 h5 h6 ul ol li div table thead tbody tr th td pre code span strong a'.split(' '));

  it('gives only the marks it should', () => {
    const marks =
      '# |## |- |1. |  |\n|\n\n|`|```|**|[|](|)|<|>|"|\'|&|\\|a|://|javascript:|<script>| onclick=x|\t|\r\n';
    const piece = fc.constantFrom('|', '|-|', ...marks.split('|'));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        const tags = readTags(render(pieces.join('')));
        expectBalanced(tags);
        expect(tags.filter(({ name }) => !allowed.has(name))).toEqual([]);
        const names = tags.flatMap(({ attributes }) => Array.from(attributes.keys()));
        expect(names.filter((name) => /^on|style/.test(name))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
