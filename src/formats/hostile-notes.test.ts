import { describe, expect, it } from 'vitest';
import { findFirstLine } from '@/workflow/notes';
import { readXml } from './xml/read-xml';
import { writeXml } from './xml/write-xml';
import { readYaml } from './yaml/read-yaml';
import { writeYaml } from './yaml/write-yaml';

const withNote = (note: object) =>
  JSON.stringify({ heddle: 1, tasks: { a: { description: 'x' } }, layout: { notes: [note] } });
const problemsOf = (note: object) => readYaml(withNote(note)).diagnostics.map(({ path }) => path.join('.'));

const hostileTexts = {
  links: '[a](javascript:alert(1)) [b](data:text/html,<script>alert(1)</script>) <javascript:alert(1)>',
  images: '![a](https://elsewhere.test/a.png) ![b](//elsewhere.test/b.png)\n\n[c]: https://elsewhere.test/c',
  html: '<script>alert(1)</script><img src=x onerror=alert(1)><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  bidi: 'safe \u202egnp.exe\u202c \u2066x\u2069 \u200f',
  yaml: '- a\n  b: [\n---\n...\n# not a comment\n"\'{{',
  xml: ']]></text></note><task id="evil"/><!-- --> &lt;!ENTITY a "b">',
};

describe('a note that means harm', () => {
  it.each(Object.entries(hostileTexts))('is only text: %s', (_kind, text) => {
    const { document, diagnostics } = readYaml(withNote({ text, at: [0, 0] }));
    expect(diagnostics).toEqual([]);
    expect(document?.layout?.notes?.[0]?.text).toBe(text);
    if (document === undefined) return;
    expect(readYaml(writeYaml(document)).document).toEqual(document);
    expect(readXml(writeXml(document)).document).toEqual(document);
    expect(Object.keys(readXml(writeXml(document)).document?.tasks ?? {})).toEqual(['a']);
  });

  it.each([
    [{ color: 'none' }, 'layout.notes.0.color'],
    [{ color: 'yellow;background:url(//elsewhere.test)' }, 'layout.notes.0.color'],
    [{ color: ['blue'] }, 'layout.notes.0.color'],
    [{ at: [0] }, 'layout.notes.0.at'],
    [{ at: [0, '1;x'] }, 'layout.notes.0.at.1'],
    [{ size: [1, 2, 3] }, 'layout.notes.0.size'],
    [{ in: '__proto__' }, 'layout.notes.0.in'],
    [{ in: '../a' }, 'layout.notes.0.in'],
    [{ text: { toString: 'x' } }, 'layout.notes.0.text'],
    [{ onclick: 'alert(1)' }, 'layout.notes.0.onclick'],
  ])('is told where it is none: %j', (fields, place) => {
    expect(problemsOf({ text: 'x', at: [0, 0], ...fields })).toContain(place);
    expect(readYaml(withNote({ text: 'x', at: [0, 0], ...fields })).document).toBeUndefined();
  });

  it('of a megabyte is read and written, and named by its first line without reading the rest', () => {
    const text = `${'a'.repeat(100)}\n${'# x '.repeat(250_000)}`;
    const { document } = readYaml(withNote({ text, at: [0, 0] }));
    if (document === undefined) throw new Error('not read');
    expect(readYaml(writeYaml(document)).document).toEqual(document);
    expect(findFirstLine({ text })).toHaveLength(100);
    expect(findFirstLine({ text: `${'\n'.repeat(2000)}late` })).toBe('');
  });
});
