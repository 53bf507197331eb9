import { describe, expect, it } from 'vitest';
import { applyModelChange, invertModelChange } from '../change';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { locateTask } from '../task-path';
import { computeChange } from './change-between';
import { type ContextDecision, findContextDecision, setContextInclusion } from './choose-context';

const document = documentOf({
  a: {},
  b: {},
  g: { type: 'group', subtasks: { one: { type: 'atomic' }, two: { type: 'atomic' } } },
});

function decide(before: WorkflowDocument, taskPath: string, from: string, decision: ContextDecision): WorkflowDocument {
  const change = setContextInclusion(before, { taskPath, from, decision });
  if (!change.ok) throw new Error(change.error.message);
  const after = change.value;
  expect(applyModelChange(after, invertModelChange(computeChange(before, after)))).toEqual(before);
  expect(findContextDecision(after, taskPath, from)).toBe(decision);
  return after;
}
const contextOf = (of: WorkflowDocument, taskPath: string) => locateTask(of, taskPath)?.task.context;

describe('what a person decides about an earlier output', () => {
  it('stands in one list of the task or the other, and leaves nothing behind when it is taken back', () => {
    const kept = decide(document, 'b', 'a', 'keep');
    expect(contextOf(kept, 'b')).toEqual({ includeTasks: ['a'] });
    const out = decide(kept, 'b', 'a', 'out');
    expect(contextOf(out, 'b')).toEqual({ excludeTasks: ['a'] });
    expect(decide(out, 'b', 'a', 'rules')).toEqual(document);
  });

  it('holds for a task within another', () => {
    expect(contextOf(decide(document, 'g/two', 'one', 'out'), 'g/two')).toEqual({ excludeTasks: ['one'] });
  });

  it('keeps what the workflow says of the others, and says otherwise only where it must', () => {
    const outer = { ...document, context: { excludeTasks: ['a', 'g'] } };
    const allowed = decide(outer, 'b', 'a', 'rules');
    expect(contextOf(allowed, 'b')).toEqual({ excludeTasks: ['g'] });
    expect(decide(allowed, 'b', 'a', 'out')).toEqual(outer);
  });

  it('is refused for a task that is not in the document', () => {
    const refused = setContextInclusion(document, { taskPath: 'c', from: 'a', decision: 'keep' });
    expect(refused).toMatchObject({ ok: false, error: { message: 'No task “c”.' } });
  });
});
