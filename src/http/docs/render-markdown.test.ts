import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../test/support/effort.ts';
import { expectBalanced, readTags } from './read-tags.test-fixture.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';

const render = (text: string) => renderMarkdown(text).toString().trim();

describe('what our texts use', () => {
  it('renders paragraphs, lists and headings', () => {
    expect(readTags(render('## A\n\none\n\n- two\n- three')).map(({ name }) => name)).toEqual(
      'h2 h2 p p ul li li li li ul'.split(' '),
    );
  });

  it('renders a table in a box that scrolls', () => {
    const table = render('| A | B |\n|---|---|\n| 1 | `x` |');
    expect(table).toMatch(/^<div class="table" tabindex="0" role="group" aria-label="Table"><table>/);
    expect(table).toContain('<td><code>x</code></td>');
  });

  it('highlights fenced code', () => {
    expect(render('```json\n{"a": "<b>"}\n```')).toContain(
      '<t-key>&quot;a&quot;</t-key>: <t-string>&quot;&lt;b&gt;&quot;</t-string>',
    );
  });

  it('leaves snake_case alone, and puts no paragraph around a single line', () => {
    expect(renderInlineMarkdown('**a `b`** c_d_e').toString()).toBe('<strong>a <code>b</code></strong> c_d_e');
  });
});

describe('links', () => {
  it.each(['https://a.example/b?c=d#e', 'http://a.example', '/docs', '#limits', './a', '../a', 'errors/x', '?a=b'])(
    'go to %s',
    (target) => {
      expect(render(`[x](${target})`)).toBe(`<p><a href="${target}">x</a></p>`);
    },
  );

  it.each([
    'javascript:alert`1`',
    'JAVASCRIPT:x',
    'java\tscript:x',
    '<java&#115;cript:x>',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.example',
    'a:b',
  ])('do not go to %s', (target) => {
    expect(render(`[x](${target})`)).not.toContain('<a');
  });
});

describe('any text at all', () => {
  const allowed = new Set(
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br div table thead tbody tr th td pre code strong em s a'.split(' '),
  );

  it('shows HTML as text', () => {
    expect(render('a <b onclick="x">c</b>')).toBe('<p>a &lt;b onclick=&quot;x&quot;&gt;c&lt;/b&gt;</p>');
    expect(render('<script>\nx\n</script>')).toBe('<p>&lt;script&gt;\nx\n&lt;/script&gt;</p>');
  });

  it('produces only safe markup', () => {
    const marks =
      '# |## |- |1. |  |\n|\n\n|`|```|**|[|](|)|<|>|"|\'|&|&#|\\|a|://|javascript:|<script>| onclick=x|\t|\r\n|!|_|~~|<!--|:-';
    const piece = fc.constantFrom('|', '|-|', ...marks.split('|'));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        const tags = readTags(render(pieces.join('')));
        expectBalanced(tags);
        expect(tags.filter(({ name }) => !allowed.has(name))).toEqual([]);
        const names = tags.flatMap(({ attributes }) => Array.from(attributes.keys()));
        expect(names.filter((name) => /^on|style|src/.test(name))).toEqual([]);
      }),
      { numRuns: times(300, 1_000) },
    );
  });
});
