import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTextEdits, invertTextEdits } from '@/workflow/change';
import { changeBetween } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';

const text = `name: Report
library:
  # The big one
  big:
    parameters: [{name: topic}] # kept as it is
    task:
      type: group # of three
      subtasks:
        # The first
        web: # searches
          description: "Search {{topic}}"

        sum:
          depends_on: [web]
          description: Sum up

        last: {type: script}
        # Behind
      completion_mode: all
  other:
    task:
      type: group
      subtasks:
        - id: web
          description: Also
        - id: end
          description: End
  small: {task: {description: Small}}
tasks:
  use: {type: call, ref: big, args: {topic: x}}
`;

type Body = Record<string, Task>;

/** The text after an edit of the tasks of a function, and the edits. */
function edited(source: ReturnType<typeof readYaml>, name: string, change: (body: Body) => Body) {
  const { document } = source;
  const definition = document?.library?.[name];
  if (document === undefined || definition?.task?.type !== 'group') throw new Error('There is no such function.');
  const task = { ...definition.task, subtasks: change({ ...definition.task.subtasks }) };
  const after = { ...document, library: { ...document.library, [name]: { ...definition, task } } } as WorkflowDocument;
  return { after, ...editYaml(source.source, changeBetween(document, after)) };
}

describe('an edit of a task in a function', () => {
  it('touches only its lines', () => {
    const { source, edits } = edited(readYaml(text), 'big', ({ sum, ...others }) => {
      return {
        web: others['web'] as Task,
        sum: { ...sum, description: 'Sum it up' } as Task,
        last: others['last'] as Task,
      };
    });
    expect(source.text).toBe(text.replace('Sum up', 'Sum it up'));
    expect(edits).toEqual([{ at: text.indexOf('Sum up') + 4, removed: '', inserted: 'it ' }]);
  });

  it('adds and removes tasks in their places', () => {
    const added = { type: 'atomic', description: 'New' } as Task;
    const one = edited(readYaml(text), 'big', ({ web, last }) => ({ web, added, last }) as Body);
    expect(one.source.text).toBe(
      text.replace(
        '        sum:\n          depends_on: [web]\n          description: Sum up\n',
        '        added:\n          description: New\n',
      ),
    );
    const two = edited(readYaml(text), 'other', ({ web, end }) => ({ web, added, end }) as Body);
    expect(two.source.text).toBe(
      text.replace('        - id: end', '        - id: added\n          description: New\n        - id: end'),
    );
  });

  it('puts them in another order, with their comments', () => {
    const { source, edits } = edited(readYaml(text), 'big', ({ web, sum, last }) => ({ sum, last, web }) as Body);
    const lines = '        web: # searches\n          description: "Search {{topic}}"\n';
    expect(source.text).toBe(text.replace(lines, '').replace('{type: script}\n', `{type: script}\n${lines}`));
    expect(applyTextEdits(source.text, invertTextEdits(edits))).toBe(text);
  });

  it('leaves a function without tasks, with comments around it', () => {
    const { source, after } = edited(readYaml(text), 'big', () => ({}));
    expect(readYaml(source.text).document).toEqual(after);
    expect(source.text).toContain('# kept as it is');
  });
});

const idsIn = (document: WorkflowDocument | undefined, name: string) => {
  const task = document?.library?.[name]?.task;
  return task?.type === 'group' ? Object.keys(task.subtasks ?? {}) : [];
};

const step = fc.record({
  of: fc.constantFrom('big', 'other'),
  id: fc.constantFrom('web', 'sum', 'new', 'end'),
  how: fc.constantFrom('set', 'set', 'add', 'remove', 'rename', 'last'),
  task: fc.constantFrom<object[]>(
    { type: 'atomic', description: 'Say\nmore: #1' },
    { type: 'script', script: { content: 'echo {{web}}' } },
    { type: 'group', subtasks: { a: { type: 'atomic' } } },
    { type: 'atomic' },
  ),
});

function change({ id, how, task }: typeof step extends fc.Arbitrary<infer T> ? T : never) {
  return (body: Body): Body => {
    const entries = Object.entries(body);
    const made = task as Task;
    switch (how) {
      case 'set':
        return Object.hasOwn(body, id) ? { ...body, [id]: made } : body;
      case 'add':
        return Object.hasOwn(body, id) ? body : Object.fromEntries([[id, made] as const, ...entries]);
      case 'remove':
        return Object.fromEntries(entries.filter(([own]) => own !== id));
      case 'last':
        return Object.fromEntries([...entries].sort(([a], [b]) => Number(a === id) - Number(b === id)));
      case 'rename':
        return Object.fromEntries(entries.map(([own, was]) => [own === id ? `${own}_x` : own, was]));
    }
  };
}

it('says after any edits what they say, with an index that reading it gives, and is taken back to the letter', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      let read = readYaml(text);
      for (const one of steps) {
        if (read.document?.library?.[one.of]?.task?.type !== 'group') continue;
        const { source, edits, after } = edited(read, one.of, change(one));
        expect(applyTextEdits(read.source.text, edits)).toBe(source.text);
        expect(applyTextEdits(source.text, invertTextEdits(edits))).toBe(read.source.text);
        const again = readYaml(source.text);
        expect(again.document).toEqual(after);
        expect(idsIn(again.document, one.of)).toEqual(idsIn(after, one.of));
        expect(source).toEqual(again.source);
        expect(source.text).toContain('# kept as it is');
        read = again;
      }
    }),
    { numRuns: 200 },
  );
});
