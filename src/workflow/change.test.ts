import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyModelChange,
  applyTextEdits,
  invertChange,
  invertModelChange,
  invertTextEdits,
  joinModelChanges,
  joinTextEdits,
  listAddedTasks,
  rebaseTextEdits,
  type TextEdit,
} from './change';
import { computeChange } from './commands/change-between';
import { listTaskIds, type WorkflowDocument } from './document';
import { anyDocument, documentOf } from './sample.testing';

/** Two documents, perhaps with tasks in common, and those perhaps in another order. */
const anyEdit = fc
  .tuple(anyDocument, anyDocument, fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), fc.nat({ max: 7 }))
  .map(([a, b, keep, turn]): [WorkflowDocument, WorkflowDocument] => {
    const some = (document: WorkflowDocument, from: number, by: number) => {
      const entries = Object.entries(document.tasks).filter((_, index) => keep[from + index]);
      return { ...document, tasks: Object.fromEntries([...entries.slice(by), ...entries.slice(0, by)]) };
    };
    return [some(a, 0, 0), some(b, 8, turn)];
  });

/** A text and edits that fit it. */
const textWithEdits = fc
  .tuple(
    fc.string({ maxLength: 60 }),
    fc.array(fc.tuple(fc.nat(12), fc.nat(5), fc.string({ maxLength: 5 })), { maxLength: 6 }),
  )
  .map(([text, steps]): [string, TextEdit[]] => {
    const edits: TextEdit[] = [];
    let at = 0;
    for (const [gap, length, inserted] of steps) {
      at += gap;
      if (at > text.length) break;
      const removed = text.slice(at, at + length);
      edits.push({ at, removed, inserted });
      at += removed.length;
    }
    return [text, edits];
  });

describe('a model change', () => {
  it('leads from the document before to that after, and turned round back', () => {
    fc.assert(
      fc.property(anyEdit, ([before, after]) => {
        const change = structuredClone(computeChange(before, after));
        const there = applyModelChange(structuredClone(before), change);
        const back = applyModelChange(there, invertModelChange(change));
        expect([there, listTaskIds(there)]).toEqual([after, listTaskIds(after)]);
        expect([back, listTaskIds(back)]).toEqual([before, listTaskIds(before)]);
      }),
    );
  });

  it('between equal documents is empty', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(computeChange(document, structuredClone(document))).toEqual({ tasks: new Map() });
      }),
    );
  });

  it('leaves what it does not touch the same object', () => {
    const before = documentOf({ a: {}, b: {} }, { name: 'W', layout: { tasks: { a: [0, 0] } } });
    const after = { ...before, name: 'V' };
    const there = applyModelChange(before, computeChange(before, after));
    expect(there.tasks).toBe(before.tasks);
    expect(there.layout).toBe(before.layout);
  });

  it('keeps the objects of all that says the same, though the change was sent', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (before, other) => {
        const after = { ...structuredClone(before), ...(other.name !== undefined && { name: other.name }) };
        const all = structuredClone(computeChange({ tasks: {} }, after));
        const there = applyModelChange(before, all);
        expect(there).toEqual(after);
        for (const id of listTaskIds(before)) expect(there.tasks[id]).toBe(before.tasks[id]);
        expect(there.layout).toBe(before.layout);
      }),
    );
  });

  it('is joined with the next to the one from the first document to the last, unless tasks come or go', () => {
    fc.assert(
      fc.property(anyEdit, anyDocument, ([first, second], other) => {
        const renamed = { ...second, ...(other.name !== undefined && { name: other.name }) };
        const third = { ...renamed, ...(other.layout && { layout: other.layout }) };
        const joined = joinModelChanges(computeChange(first, second), computeChange(second, third));
        expect(joined).toBeDefined();
        if (joined === undefined) return;
        expect(applyModelChange(first, joined)).toEqual(third);
        expect(applyModelChange(third, invertModelChange(joined))).toEqual(first);
      }),
    );
  });

  it('tells the tasks it adds, in order', () => {
    expect(
      listAddedTasks(computeChange(documentOf({ b: {} }), documentOf({ a: {}, b: { name: 'B' }, c: {} }))),
    ).toEqual(['a', 'c']);
  });
});

describe('text edits', () => {
  it('turned round give the text back', () => {
    fc.assert(
      fc.property(textWithEdits, ([text, edits]) => {
        expect(applyTextEdits(applyTextEdits(text, edits), invertTextEdits(edits))).toBe(text);
        expect(invertTextEdits(invertTextEdits(edits))).toEqual(edits);
      }),
    );
  });

  it('are refused by another text', () => {
    expect(() => applyTextEdits('abc', [{ at: 1, removed: 'x', inserted: '' }])).toThrow('another text');
  });

  it('are turned round together with the model they go with', () => {
    const model = computeChange(documentOf({}), documentOf({ a: {} }));
    const change = { label: 'Add a', mark: '1', edits: [{ at: 0, removed: '', inserted: 'x' }], model };
    expect(invertChange(change)).toEqual({
      ...change,
      edits: [{ at: 0, removed: 'x', inserted: '' }],
      model: invertModelChange(model),
    });
  });
});

/** Edits that fit a text, made of numbers. */
function editsOf(
  text: string,
  steps: readonly (readonly [gap: number, length: number, inserted: string])[],
): TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const [gap, length, inserted] of steps) {
    at += gap;
    if (at > text.length) break;
    const removed = text.slice(at, at + length);
    edits.push({ at, removed, inserted });
    at += removed.length;
  }
  return edits;
}

const steps = fc.array(fc.tuple(fc.nat(6), fc.nat(4), fc.string({ maxLength: 4 })), { maxLength: 5 });

describe('edits one after the other', () => {
  it('are joined without the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), steps, steps, (text, one, two) => {
        const first = editsOf(text, one);
        const between = applyTextEdits(text, first);
        const second = editsOf(between, two);
        expect(applyTextEdits(text, joinTextEdits(first, second))).toBe(applyTextEdits(between, second));
      }),
      { numRuns: 2000 },
    );
  });

  it('are moved over others, and nothing that they insert is lost', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), steps, steps, (text, one, two) => {
        const [edits, over] = [editsOf(text, one), editsOf(text, two)];
        const moved = rebaseTextEdits(edits, over);
        expect(() => applyTextEdits(applyTextEdits(text, over), moved)).not.toThrow();
        expect(moved.map(({ inserted }) => inserted).join('')).toBe(edits.map(({ inserted }) => inserted).join(''));
      }),
      { numRuns: 2000 },
    );
  });
});
