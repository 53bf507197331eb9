import { expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The blob store', (open) => {
  it.each([
    ['an empty text', ''],
    ['a short text', 'Grüße 👋'],
    ['a text that starts with a byte order mark', '\ufeffa'],
    ['ten megabytes', 'The quick brown fox. '.repeat(500_000)],
  ])('gives back %s, by its hash', async (_what, text) => {
    const { blobs } = await open();
    const hash = await blobs.put('e1', text);
    expect(hash).toBe(hashText(text));
    expect((await blobs.get('e1', hash)) === text).toBe(true);
  });

  it('keeps the same text once, also when it is put twice at the same time', async () => {
    const { blobs } = await open();
    const [first, second] = await Promise.all([blobs.put('e1', 'same'), blobs.put('e1', 'same')]);
    expect(first).toBe(second);
    expect(await blobs.put('e1', 'same')).toBe(first);
    expect(await blobs.get('e1', first)).toBe('same');
  });

  it.each([
    ['short', 'text'],
    ['long', 'text '.repeat(5000)],
  ])('removes a %s text, of one run, and takes it again', async (_what, text) => {
    const { blobs } = await open();
    const hash = await blobs.put('e1', text);
    await blobs.put('e2', text);
    await blobs.remove('e1', hash);
    await blobs.remove('e1', 'no-such-hash');
    expect(await blobs.get('e1', hash)).toBeUndefined();
    expect(await blobs.get('e2', hash)).toBe(text);
    expect(await blobs.put('e1', text)).toBe(hash);
    expect(await blobs.get('e1', hash)).toBe(text);
  });

  it('keeps the payloads of runs apart', async () => {
    const { blobs } = await open();
    const hash = await blobs.put('e1', 'text');
    expect(await blobs.get('e2', hash)).toBeUndefined();
    expect(await blobs.get('e1', 'no-such-hash')).toBeUndefined();
  });
});
