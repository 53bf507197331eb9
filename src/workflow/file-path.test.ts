import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeFilePath } from './file-path';

describe('filePath', () => {
  it.each([
    ['/notes/a.md', '/notes/a.md'],
    ['notes/a.md', '/notes/a.md'],
    ['//notes/./x/../a.md/', '/notes/a.md'],
    ['notes\\a.md', '/notes/a.md'],
    ['/Grüße 👋', '/Grüße 👋'],
  ])('takes %s as %s', (path, normal) => {
    expect(normalizeFilePath(path)).toBe(normal);
  });

  it.each([
    ['', 'names no file'],
    ['/', 'names no file'],
    ['/a/..', 'names no file'],
    ['../etc/passwd', 'leads out'],
    ['/a/../../b', 'leads out'],
    ['a\\..\\..\\b', 'leads out'],
    ['/a\u0000b', 'control characters'],
    [`/${'a'.repeat(500)}`, 'longer than 500'],
  ])('refuses %j: it %s', (path, why) => {
    expect(() => normalizeFilePath(path)).toThrow(expect.objectContaining({ code: 'FILE_REFUSED' }));
    expect(() => normalizeFilePath(path)).toThrow(why);
  });

  it('changes nothing about a path that has its form, and never leads out of the root', () => {
    const part = fc.constantFrom('a', 'b.md', '.', '..', '', '...', 'c d');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        let path: string;
        try {
          path = normalizeFilePath(parts.join('/'));
        } catch {
          return;
        }
        expect(normalizeFilePath(path)).toBe(path);
        expect(path.split('/').slice(1)).not.toContain('..');
      }),
    );
  });
});
