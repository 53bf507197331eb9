import { describe, expect, it } from 'vitest';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { notRunYet } from './not-run-yet';

function listed(tasks: Readonly<Record<string, Record<string, unknown>>>, rest: Omit<WorkflowDocument, 'tasks'> = {}) {
  const found = notRunYet(documentOf(tasks, rest));
  return Object.fromEntries(found.map(({ path, needed }) => [formatPath(path), needed]));
}

describe('notRunYet', () => {
  it('lists nothing of what runs', () => {
    expect(
      listed(
        {
          a: {
            subtype: 'director',
            criteria: 'any',
            agent: { model: 'sim:x', contextTransfer: 'full', inheritVariables: ['V'] },
            inputs: { x: { from: 'b' }, y: { task: 1, other: 2 } },
            context: { mode: 'manual', includeTasks: ['b'] },
            limits: { maxStdoutBytes: 2, compressExternal: false, maxTotalTokens: 9 },
            extensions: { 'x-mine': 1 },
            tools: [],
            interactive: false,
            pinned: false,
            checkpoint: false,
          },
          s: { type: 'script', script: { content: 'ls' } },
        },
        {
          variables: { V: 1 },
          maxConcurrency: 2,
          compaction: { enabled: true },
          errorHandling: { onError: 'retry' },
          hooks: { postTask: [{ checkpointAndPrune: { every: 10 } }] },
          checkpoint: { enabled: true, saveInterval: 30 },
          retention: { keepDays: 3 },
        },
      ),
    ).toEqual({});
  });

  it('tells what a run would need from what it would not', () => {
    expect(
      listed({
        a: {
          breakpoint: true,
          pinned: { content: 'x' },
          inputs: { x: { task: { type: 'atomic', description: 'Inner', pinned: true } } },
        },
      }),
    ).toEqual({
      'tasks.a.breakpoint': false,
      'tasks.a.pinned': true,
      'tasks.a.inputs.x.task.pinned': true,
    });
  });

  it('needs nothing of a task that is skipped, nor of what is in it', () => {
    const subtasks = { b: { type: 'atomic', pinned: true } };
    expect(listed({ a: { disabled: true, pinned: true }, g: { type: 'group', disabled: true, subtasks } })).toEqual({
      'tasks.a.pinned': false,
      'tasks.g.subtasks.b.pinned': false,
    });
  });
});
