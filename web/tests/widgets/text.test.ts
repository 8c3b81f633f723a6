import { describe, expect, it } from 'vitest';

import {
  escapeHtml,
  isSafeAddress,
  kAllowedAttributes,
  kAllowedTags,
  markdownToHtml,
  tameHtml,
} from '../../src/widgets/markdown';
import { searchPattern, splitMatches } from '../../src/widgets/text_search';
import { plainText, textBody } from '../../src/widgets/text_tensor';

describe('addresses in markdown', () => {
  it.each(['https://example.org/a?b=c', 'HTTP://example.org', 'mailto:a@example.org'])('may be %s', (address) =>
    expect(isSafeAddress(address)).toBe(true),
  );
  it.each([
    'javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)',
    'data:text/html,<script>', 'vbscript:x', 'file:///etc/passwd', '//example.org/x', '/api/runs', 'blob:x', '',
  ])('may not be %j', (address) => expect(isSafeAddress(address)).toBe(false));
});

describe('markdown', () => {
  it('becomes tables, code and lists', () => {
    const html = markdownToHtml('| a | b |\n|---|--:|\n| 1 | `2` |\n\n- [x] done');
    expect(html).toContain('<table>');
    expect(html).toContain('<td align="right"><code>2</code></td>');
    expect(html).toContain('☑');
  });

  it('loads no image: it becomes a link, or words', () => {
    const html = markdownToHtml('![a"b](https://example.org/x.png) ![](data:image/png;base64,AA)');
    expect(html).not.toContain('<img');
    expect(html).toContain('<a href="https://example.org/x.png">image: a&quot;b</a>');
  });

  it('keeps only the words of a link that would run', () => {
    expect(markdownToHtml('[go](javascript:alert(1))')).toBe('<p>go</p>\n');
  });

  it('keeps raw HTML that only shapes the text, without its attributes', () => {
    expect(markdownToHtml('a<br/>b <b style="position:fixed" onclick="x()">c</b>')).toBe('<p>a<br>b <b>c</b></p>\n');
    expect(tameHtml('<a onclick=x href="https://example.org/?a=1&b">go</a>')).toBe(
      '<a href="https://example.org/?a=1&amp;b">go</a>',
    );
    expect(tameHtml('<a href="javascript:x()">go</a>')).toBe('<a>go</a>');
  });

  it.each([
    ['<script>x()</script>', ''],
    ['a<STYLE media="all">b { c }</style >d', 'ad'],
    ['<script>x()', 'x()'],
    ['<img src=x onerror=x()>', ''],
    ['<svg/onload=x()>', ''],
    ['<iframe src="https://example.org"></iframe>', ''],
    ['<b<script>x</b>', '&lt;bx</b>'],
    ['<scr<script>ipt>', '&lt;script&gt;'],
    ['a < b > c', 'a &lt; b &gt; c'],
    ['<!-- <script> -->x', 'x'],
  ])('leaves of %j only %j', (html, rest) => expect(tameHtml(html)).toBe(rest));

  it.each([
    ['a\n\n<script>alert(1)</script>\n\nb', '<p>a</p>\n<p>b</p>\n'],
    ['Inline <script>alert(1)</script> goes on', '<p>Inline  goes on</p>\n'],
    ['<style>\n* { color: red }\n\np {}\n</style>\nafter', '<p>after</p>\n'],
    ['`<script>alert(1)</script>`', '<p><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></p>\n'],
  ])('drops what scripts and styles hold: %j', (text, html) => expect(markdownToHtml(text).replace(/^\n+/gm, '')).toBe(html));

  it('lets nothing pass that loads, runs or takes input', () => {
    for (const tag of ['script', 'img', 'svg', 'style', 'iframe', 'object', 'embed', 'form', 'input',
      'button', 'video', 'audio', 'link', 'meta', 'base', 'math', 'template', 'source', 'picture']) {
      expect(kAllowedTags).not.toContain(tag);
    }
    for (const attribute of ['style', 'src', 'srcset', 'onclick', 'id', 'name', 'class', 'action', 'background']) {
      expect(kAllowedAttributes).not.toContain(attribute);
    }
  });

  it('escapes what stands in attributes', () => {
    expect(escapeHtml(`<a href="x" b='y'>&`)).toBe('&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;');
  });
});

describe('a search in text', () => {
  it('marks every match', () => {
    expect(splitMatches('a cat, a Cat', searchPattern('cat'))).toEqual([
      { text: 'a ', hit: false }, { text: 'cat', hit: true }, { text: ', a ', hit: false }, { text: 'Cat', hit: true },
    ]);
  });
  it('of nothing, or of no expression, marks nothing', () => {
    expect(searchPattern('')).toBeNull();
    expect(searchPattern('(')).toBeNull();
    expect(splitMatches('abc', searchPattern('x*'))).toEqual([{ text: 'abc', hit: false }]);
  });
});

describe('a tensor of strings', () => {
  it('of rank 0 is a text', () => {
    expect(textBody([], ['a'])).toEqual({ kind: 'text', text: 'a' });
    expect(textBody([1], ['a'])).toEqual({ kind: 'text', text: 'a' });
  });
  it('of rank 1 is a column, of rank 2 a table', () => {
    expect(textBody([2], ['a', 'b'])).toEqual({ kind: 'table', rows: [['a'], ['b']], left_out: 0 });
    const table = textBody([2, 2], ['a', 'b', 'c', 'd']);
    expect(table).toEqual({ kind: 'table', rows: [['a', 'b'], ['c', 'd']], left_out: 0 });
    expect(plainText(table)).toBe('a\tb\nc\td');
  });
  it('of a higher rank shows its first slice and says so', () => {
    expect(textBody([3, 1, 2], ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual({ kind: 'table', rows: [['a', 'b']], left_out: 4 });
  });
});
