import { expect, it } from 'vitest';
import { updateTask } from '@/workflow/commands/update-task';
import type { WorkflowDocument } from '@/workflow/document';
import { findTravelled, stepSync } from './text-sync';
import { Pair, syncedText as text } from './text-sync.testing';

it('goes back and forth through its history one by one, with the document at once where it knows how', () => {
  const pair = new Pair();
  const say = (description: string) =>
    pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description } }), description);
  const texts = [pair.state.text];
  const makes = [
    () => say('One'),
    () => pair.do({ kind: 'typed', edits: [{ at: 0, removed: '', inserted: '# More\n' }], label: 'Type', mark: 'x' }),
    () => say('Two'),
  ];
  for (const make of makes) {
    make();
    pair.settle();
    texts.push(pair.state.text);
  }
  const at = () => [
    pair.state.text,
    pair.state.sync,
    (pair.state.document.tasks as Record<string, { description?: string }>)['fetch']?.description,
    pair.state.past.map(({ mark }) => mark).join(),
    pair.state.future.map(({ mark }) => mark).join(),
  ];
  const seen = (['undone', 'undone', 'undone', 'undone', 'redone', 'redone', 'redone', 'redone'] as const).map(
    (kind) => {
      pair.do({ kind });
      const then = at();
      pair.settle();
      return then;
    },
  );
  expect(seen).toEqual([
    [texts[2], 'current', 'One', 'One,x', 'Two'],
    [texts[1], 'reading', 'One', 'One', 'Two,x'],
    [texts[0], 'current', 'Fetch', '', 'Two,x,One'],
    [texts[0], 'current', 'Fetch', '', 'Two,x,One'],
    [texts[1], 'current', 'One', 'One', 'Two,x'],
    [texts[2], 'reading', 'One', 'One,x', 'Two'],
    [texts[3], 'current', 'Two', 'One,x,Two', ''],
    [texts[3], 'current', 'Two', 'One,x,Two', ''],
  ]);
  // While the text is ahead, the document waits for it.
  pair.do({ kind: 'typed', edits: [{ at: 0, removed: '', inserted: '# Most\n' }], label: 'Type', mark: 'y' });
  pair.do({ kind: 'undone' });
  pair.do({ kind: 'undone' });
  expect(at().slice(0, 3)).toEqual([texts[2], 'reading', 'Two']);
  pair.settle();
  expect(at().slice(0, 3)).toEqual([texts[2], 'current', 'One']);
});

it('shows no step through its history where there is none, or while the text does not follow', () => {
  const pair = new Pair();
  expect([findTravelled(pair.state, 'undone'), findTravelled(pair.state, 'redone')]).toEqual([undefined, undefined]);
  pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: 'One' } }), 'One');
  pair.settle();
  expect(findTravelled(pair.state, 'undone')).toBeDefined();
  for (const sync of ['writing', 'failed'] as const) {
    expect(findTravelled({ ...pair.state, sync }, 'undone')).toBeUndefined();
    expect(stepSync({ ...pair.state, sync }, { kind: 'undone' }).state.past).toEqual(pair.state.past);
  }
});

it('takes what is typed after a failure with the next try, and nothing that was asked before', () => {
  const pair = new Pair();
  const type = (inserted: string) =>
    pair.do({ kind: 'typed', edits: [{ at: 0, removed: '', inserted }], label: 'Type', mark: inserted });
  type('# One\n');
  pair.hear(true);
  type('# Two\n');
  expect(pair.state).toMatchObject({ sync: 'failed', text: `# Two\n# One\n${text}`, unwritten: [] });
  expect(pair.reader.queue).toEqual([]);
  const failed = pair.state;
  for (const event of [{ kind: 'undone' }, { kind: 'redone' }, { kind: 'reopened' }] as const)
    expect(stepSync(failed, event)).toEqual({ state: failed, calls: [] });
  expect(stepSync(failed, { kind: 'written', edits: [{ at: 0, removed: '', inserted: 'x' }] }).state).toBe(failed);
  pair.do({ kind: 'retried' });
  expect(pair.reader.queue).toMatchObject([{ call: 'open', text: failed.text }, { call: 'read' }]);
  pair.settle();
  expect(pair.state).toMatchObject({ sync: 'current', text: failed.text });
});

it('takes back of several edits that could not be written the last one, and writes the others', () => {
  const pair = new Pair();
  for (const n of [1, 2, 3])
    pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: `Say ${n}` } }), `${n}`);
  pair.hear(true);
  const failed = pair.state;
  expect(stepSync(failed, { kind: 'written', edits: [{ at: 0, removed: '', inserted: 'x' }] }).state).toBe(failed);
  pair.do({ kind: 'undone' });
  expect(pair.state).toMatchObject({ sync: 'writing', unwritten: [{ mark: '1' }, { mark: '2' }] });
  pair.settle();
  expect(pair.state).toMatchObject({ sync: 'current', document: { tasks: { fetch: { description: 'Say 2' } } } });
  expect(pair.state.text).toContain('description: Say 2\n');
});

it('takes a whole reading for the whole, and a document that came in parts as it is', () => {
  const { state } = new Pair();
  const { fetch, review } = state.document.tasks as Record<string, object>;
  const less = { ...state.document, tasks: { fetch: { ...fetch } } } as unknown as WorkflowDocument;
  const reading = { number: 7, diagnostics: [] };
  const read = (what: object) =>
    stepSync(state, { kind: 'read', version: state.version, reading: { ...reading, ...what } });
  const whole = read({ document: less }).state;
  expect(whole.document).toEqual(less);
  expect((whole.document.tasks as Record<string, object>)['fetch']).toBe(fetch);
  expect(whole).toMatchObject({ taken: 7, sync: 'current' });
  const parts = stepSync(state, {
    ...{ kind: 'read', version: state.version, whole: { ...less, tasks: { review: { ...review } } } as never },
    reading,
  });
  expect(Object.values(parts.state.document.tasks)).toEqual([review]);
  expect(stepSync(state, { kind: 'opened', text: 'x', history: state }).state).toMatchObject({
    taken: 0,
    version: state.version + 1,
  });
});
