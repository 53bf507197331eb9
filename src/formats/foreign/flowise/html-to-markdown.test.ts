import { expect, it } from 'vitest';
import { convertHtml } from './html-to-markdown';

// What Turndown 7.2 writes of each without options, and without escapes.
it.each([
  ['<p>a</p><p>b<br>c</p><p></p>', 'a\n\nb  \nc'],
  ['<p>see <span class="variable" data-id="question">{{ question }}</span> </p>', 'see {{ question }}'],
  ['<p>a <strong> b </strong>c <em>d</em></p>', 'a **b** c _d_'],
  [
    '<ul><li>one</li><li><p>two</p><ul><li>in</li></ul></li></ul><ol start="3"><li>c</li><li>d</li></ol>',
    '*   one\n*   two\n    \n    *   in\n\n3.  c\n4.  d',
  ],
  [
    '<h1>Title</h1><h3>x</h3><hr><blockquote><p>q</p><p>r</p></blockquote>',
    'Title\n=====\n\n### x\n\n* * *\n\n> q\n> \n> r',
  ],
  ['<p>code</p><pre><code>x\n  y</code></pre>', 'code\n\n    x\n      y'],
  ['<p><a href="https://a.b/c?x=1&amp;y=2">it</a> <code>a b</code></p>', '[it](https://a.b/c?x=1&y=2) `a b`'],
  ['<p>&lt;task&gt; a&nbsp;b 1 < 2</p>', '<task> a\u00a0b 1 < 2'],
  ['<p>x<script>alert(1)</script></p><div>a<div>b</div>c</div>', 'x\n\na\n\nb\n\nc'],
])('%s', (html, markdown) => {
  expect(convertHtml(html)).toBe(markdown);
});

it.each([
  ['tags that are not closed', '<p>'.repeat(200_000)],
  ['tags without an end', '<a '.repeat(300_000)],
  ['signs that are no tags', `${'<'.repeat(900_000)}>`],
  ['lists in lists', `${'<ul><li>'.repeat(40)}${'x<br>'.repeat(20_000)}`],
  ['many elements', `<p>${'<b>x</b>'.repeat(100_000)}`],
  ['spaces', `<p>${' '.repeat(900_000)}</p>x`],
])('is read at once, and becomes little longer: %s', (_, html) => {
  expect(convertHtml(html).length).toBeLessThan(html.length * 5);
});
