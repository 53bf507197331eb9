import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../../document';
import { names, nestedDocument } from '../../nested.testing';
import { documentOf, id } from '../../sample.testing';
import { validateDocument } from '../../validate/validate';
import { renameTask } from './rename-task';

function renamed(document: WorkflowDocument, from: string, to: string): WorkflowDocument {
  const change = renameTask(document, { id: id(from), newId: to });
  if (!change.ok) throw new Error(change.error.message);
  return change.value;
}
const refusal = (document: WorkflowDocument, from: string, to: string) => {
  const change = renameTask(document, { id: id(from), newId: to });
  return change.ok ? undefined : change.error.message;
};
const codes = (document: WorkflowDocument) =>
  validateDocument(document, [])
    .map(({ code }) => code)
    .sort();

describe('renaming a task that is read from within others', () => {
  it('can be taken back by renaming again, and leaves the problems as they are', () => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(), (document, which) => {
        const ids = listTaskIds(document);
        const old = ids[which % ids.length] ?? '';
        const next = renamed(document, old, 'fresh');
        expect(codes(next)).toEqual(codes(document));
        expect(renamed(next, 'fresh', old)).toEqual(document);
      }),
      { numRuns: samples('RENAMES', 30, 500) },
    );
  });

  it('is refused, or else can be taken back, even to a name that means something elsewhere', () => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(), fc.constantFrom(...names), (document, which, newId) => {
        const ids = listTaskIds(document);
        const old = ids[which % ids.length] ?? '';
        const change = renameTask(document, { id: id(old), newId });
        // What was nowhere before may be meant by the new name: then it was a mistake that is mended now.
        const isNowhere = validateDocument(document, []).some(
          ({ code, message }) => ['HED301', 'HED305'].includes(code) && message.includes(`“${newId}`),
        );
        fc.pre(change.ok && !isNowhere);
        const next = renamed(document, old, newId);
        expect(renamed(next, newId, old)).toEqual(document);
      }),
      { numRuns: samples('RENAMES', 20, 300) },
    );
  });

  const step = (fields: object) => ({ type: 'atomic', ...fields });

  it('leaves alone what a nearer step, subtask, input or binding of the same name hides', () => {
    const document = documentOf({
      item: {},
      s: {
        type: 'sequential',
        steps: [step({ id: 'x', description: '{{item}}' }), step({ id: 'item' }), step({ description: '{{item}}' })],
      },
      m: { type: 'map', items: { from: 'item' }, innerTask: step({ description: '{{item}} {{s}}' }) },
    });
    const next = renamed(document, 'item', 'list');
    expect(findTopTask(next, 's')).toEqual(findTopTask(document, 's'));
    expect(findTopTask(next, 'm')).toMatchObject({
      items: { from: 'list' },
      innerTask: { description: '{{item}} {{s}}' },
    });
    expect(findTopTask(renamed(document, 's', 'essay'), 'm')).toMatchObject({
      innerTask: { description: '{{item}} {{essay}}' },
    });
  });

  it('is refused where a nearer value would hide it, or where it would hide what is read', () => {
    const document = documentOf(
      {
        a: { returns: { title: 'output' } },
        m: { type: 'map', innerTask: step({ description: '{{a}} {{PLAN}}' }) },
      },
      { variables: { PLAN: 1 } },
    );
    expect(refusal(document, 'a', 'item')).toMatch(/“m” has an input or variable “item”, which would hide/);
    expect(refusal(document, 'a', 'PLAN')).toMatch(/“m” reads another value “PLAN”, which the renamed task would hide/);
    expect(refusal(document, 'm', 'title')).toMatch(/“a” returns a value of the name “title”/);
    expect(refusal(document, 'a', 'free')).toBeUndefined();
  });
});
