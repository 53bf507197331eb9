import { describe, expect, it } from 'vitest';
import { type DocumentPart, getDocumentPart, joinDocumentParts, splitLargeDocument } from './document-parts';
import { documentOf, id } from './sample.testing';

const tasksOf = (count: number, task: Record<string, unknown> = { type: 'atomic' }) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, task]));
const pointsOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index): [string, [number, number]] => [`t${index}`, [index, 0]]),
  );

describe('a document in parts', () => {
  it('is put together as it was, in the same order', async () => {
    const document = documentOf(tasksOf(2500), {
      name: 'Large',
      layout: { tasks: pointsOf(1200), collapsed: ['t1'] },
    });
    const large = splitLargeDocument(document) ?? expect.unreachable();
    const asked: number[] = [];
    const whole = await joinDocumentParts(large, async (index) => {
      asked.push(index);
      return structuredClone(getDocumentPart(document, index));
    });
    expect(asked).toEqual([0, 1, 2]);
    expect(whole).toEqual(document);
    expect(Object.keys(whole?.tasks ?? {})).toEqual(Object.keys(document.tasks));
    expect(Object.keys(whole?.layout?.tasks ?? {})).toEqual(Object.keys(document.layout?.tasks ?? {}));
  });

  it('has no more than a thousand tasks in a part, with those inside others', () => {
    const group = { type: 'group', subtasks: tasksOf(49) };
    const document = documentOf(tasksOf(100, group));
    const { parts } = splitLargeDocument(document) ?? expect.unreachable();
    const sizes = Array.from({ length: parts }, (_, index) => getDocumentPart(document, index).tasks.size);
    expect(sizes).toEqual([20, 20, 20, 20, 20]);
    expect(getDocumentPart(document, 1).tasks.has(id('t20'))).toBe(true);
  });

  it('is left alone while it is small, and given up when a part is gone', async () => {
    expect(splitLargeDocument(documentOf(tasksOf(1000)))).toBeUndefined();
    const document = documentOf(tasksOf(2500));
    const large = splitLargeDocument(document) ?? expect.unreachable();
    const first = async (index: number): Promise<DocumentPart | undefined> =>
      index === 0 ? getDocumentPart(document, index) : undefined;
    expect(await joinDocumentParts(large, first)).toBeUndefined();
  });

  it('has no layout, or one without positions, as before', async () => {
    for (const layout of [undefined, { collapsed: ['t1'] }]) {
      const document = documentOf(tasksOf(1500), layout && { layout });
      const large = splitLargeDocument(document) ?? expect.unreachable();
      expect(await joinDocumentParts(large, async (index) => getDocumentPart(document, index))).toEqual(document);
    }
  });
});
