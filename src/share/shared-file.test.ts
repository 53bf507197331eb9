import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '@/base/bytes';
import { isSharedFile, readSharedFile, unwrapRunFile, writeSharedFile } from './shared-file';

const page =
  '<!doctype html><head><title>A run of Heddle</title></head><body><!--heddle-run--><script>1</script></body>';
const head = { title: 'Release notes', madeAt: '2026-11-29T00:00:00Z', takenOut: 2 };

const readAll = async (pages: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = [];
  for await (const part of pages) parts.push(part);
  return new TextDecoder().decode(joinBytes(parts));
};
async function* cut(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

describe('the file of a shared run', () => {
  it('gives back what was written into it, whatever that and its title are', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).map((one) => one.replace(/[\ud800-\udfff]/g, '?'));
    await fc.assert(
      fc.asyncProperty(text, fc.string(), async (run, title) => {
        const file = await writeSharedFile(page, { ...head, title, address: 'https://x.org/?a="b"' }, run);
        expect(isSharedFile(file)).toBe(true);
        expect(await readAll(readSharedFile(file))).toBe(run);
        expect(await readAll(unwrapRunFile(cut(file)))).toBe(run);
      }),
    );
  });

  it('cannot be left by its title', async () => {
    const title = '</title><script>alert(1)</script>" onload="x $& $1';
    const file = await writeSharedFile(page, { ...head, title }, 'run');
    expect(file.match(/<script/g)).toHaveLength(2);
    expect(file).not.toContain('onload="');
    expect(file).toContain('$&amp; $1');
  });

  it('is told apart from other pages, and from the recording that it holds', async () => {
    expect(isSharedFile(page)).toBe(false);
    expect(isSharedFile('{"heddle_run":2}')).toBe(false);
    expect(await readAll(unwrapRunFile(cut('{"heddle_run":2}\n')))).toBe('{"heddle_run":2}\n');
    await expect(readAll(unwrapRunFile(cut(page)))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is refused if it is damaged, or of a newer Heddle', async () => {
    const file = await writeSharedFile(page, head, 'run '.repeat(100));
    const newer = file.replace('data-version="1"', 'data-version="2"');
    await expect(readAll(readSharedFile(newer))).rejects.toMatchObject({ code: 'NEWER_VERSION' });
    const start = file.indexOf('>', file.indexOf('data-version')) + 1;
    for (const damaged of [file.slice(0, start + 20), file.slice(0, start), file.replace(/H4sI/, '!!!!')])
      await expect(readAll(readSharedFile(damaged))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
