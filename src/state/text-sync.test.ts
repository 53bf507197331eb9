import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { addTask } from '@/workflow/commands/add-task';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { updateTask } from '@/workflow/commands/update-task';
import { listTaskIds } from '@/workflow/document';
import { expectTaskId } from '@/workflow/names';
import { type SyncEvent, type Synced, stepSync } from './text-sync';
import { Pair, syncedText as text } from './text-sync.testing';

type Act = (pair: Pair) => void;

/** One character for each typed piece, so that nothing can be typed into its middle. */
const signOf = (n: number): string => String.fromCodePoint(0x4e00 + n);

const id = (pair: Pair, n: number) =>
  listTaskIds(pair.state.document)[n % Math.max(1, listTaskIds(pair.state.document).length)];

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(9), fc.nat(3)).map(
      ([n, mark]): Act =>
        (pair) =>
          pair.edit((document) => {
            const which = id(pair, n);
            if (which === undefined || n % 5 === 0) return addTask(document, { type: 'atomic', at: [n, n] });
            if (n % 5 === 1) return removeTasks(document, { ids: [which] });
            if (n % 5 === 2) return moveTasks(document, { positions: new Map([[which, [n, 1]]]) });
            return updateTask(document, { id: which, patch: { description: `Say ${n}\nand ${mark}` } });
          }, `mark ${mark}`),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(400), fc.constantFrom('', '\n', '"', '# ')).map(
      ([at, before]): Act =>
        (pair) => {
          const from = Math.min(at, pair.state.text.length);
          pair.typed += 1;
          const inserted = `${before}typed${signOf(pair.typed)}\n`;
          // A code editor sends everything that it shows and that is not in the text.
          const shown = pair.state.untaken?.edits ?? [];
          const edits =
            shown.length === 0
              ? [{ at: from, removed: '', inserted }]
              : shown.map((one) => ({ ...one, inserted: one.inserted + inserted }));
          pair.do({ kind: 'typed', edits, label: 'Edit code', mark: `burst ${at % 2}` });
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<SyncEvent['kind'] & ('undone' | 'redone')>('undone', 'redone').map(
      (kind): Act =>
        (pair) =>
          pair.do({ kind }),
    ),
  },
  { weight: 6, arbitrary: fc.constant<Act>((pair) => pair.hear()) },
  { weight: 1, arbitrary: fc.constant<Act>((pair) => pair.hear(true)) },
  { weight: 1, arbitrary: fc.constant<Act>((pair) => pair.do({ kind: 'retried' })) },
);

it('ends with a text and a document that say the same, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const pair = new Pair();
      for (const one of acts) {
        const { version } = pair.state;
        one(pair);
        expect(pair.state.version).toBeGreaterThanOrEqual(version);
        const { sync, unwritten, refused } = pair.state;
        expect(unwritten.length > 0 && sync !== 'writing' && sync !== 'failed').toBe(false);
        expect(sync === 'writing' && unwritten.length === 0).toBe(false);
        expect(refused !== undefined).toBe(sync === 'failed');
      }
      pair.settle();
      pair.do({ kind: 'retried' });
      pair.settle();
      const { sync, text: last, document, unwritten, diagnostics } = pair.state;
      const whole = readYaml(last);
      expect(unwritten).toEqual([]);
      expect(sync).toBe(whole.document === undefined ? 'broken' : 'current');
      if (whole.document !== undefined) {
        expect(document).toEqual(whole.document);
        expect(listTaskIds(document)).toEqual(listTaskIds(whole.document));
      }
      expect(diagnostics.filter(({ code }) => code.startsWith('HED1'))).toEqual(
        whole.diagnostics.filter(({ code }) => code.startsWith('HED1')),
      );
    }),
    { numRuns: 150 },
  );
});

it('loses nothing that was typed, even if the reader refuses or an edit is on its way', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const pair = new Pair();
      const inserted = (steps: Synced['past']) =>
        steps.flatMap(({ edits }) => edits.map((one) => one.inserted)).join(' ');
      const forgotten = new Set<string>();
      const last: Act[] = [(end) => end.settle(), (end) => end.do({ kind: 'retried' }), (end) => end.settle()];
      for (const one of [...acts, ...last]) {
        const undone = inserted(pair.state.future);
        one(pair);
        const { past, future } = pair.state;
        // A new change clears what was undone.
        if (future.length > 0) continue;
        for (const sign of undone) if (!inserted(past).includes(sign)) forgotten.add(sign);
      }
      const everything = inserted([...pair.state.past, ...pair.state.future]);
      for (let n = 1; n <= pair.typed; n += 1) {
        if (!forgotten.has(signOf(n))) expect(everything).toContain(signOf(n));
      }
    }),
    { numRuns: 150 },
  );
});

it('takes back to the letter all that is in its history', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const pair = new Pair();
      for (const one of acts) one(pair);
      pair.settle();
      pair.do({ kind: 'retried' });
      pair.settle();
      for (let left = pair.state.past.length; left > 0; left -= 1) pair.do({ kind: 'undone' });
      pair.settle();
      expect(pair.state.text).toBe(text);
      expect(pair.state.document).toEqual(readYaml(text).document);
    }),
    { numRuns: 150 },
  );
});

it('joins edits of one gesture while one is on its way, so that the reader is asked twice for many', () => {
  const pair = new Pair();
  const calls: string[] = [];
  for (let n = 0; n < 30; n += 1) {
    pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: 'x'.repeat(n + 1) } }), 'field');
    calls.push(...pair.reader.queue.map(({ call }) => call));
  }
  expect(pair.reader.queue.map(({ call }) => call)).toEqual(['change']);
  expect(pair.state.unwritten).toHaveLength(2);
  pair.settle();
  expect(pair.state).toMatchObject({ sync: 'current', past: [{ label: 'Edit' }] });
  expect(pair.state.text).toContain(`description: ${'x'.repeat(30)}\n`);
});

it('keeps edits of several gestures apart while one is on its way: each is a step of its own', () => {
  const pair = new Pair();
  const marks = ['one', 'two', 'two', 'three', 'four', 'four', 'one'];
  for (const [n, mark] of marks.entries())
    pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: `Say ${n}` } }), mark);
  expect(pair.state.unwritten.map(({ mark }) => mark)).toEqual(['one', 'two', 'three', 'four', 'one']);
  pair.settle();
  expect(pair.state.past.map(({ mark }) => mark)).toEqual(['one', 'two', 'three', 'four', 'one']);
  const said: unknown[] = [];
  for (const _step of pair.state.past) {
    pair.do({ kind: 'undone' });
    pair.settle();
    said.push(pair.state.document.tasks);
  }
  expect(said).toMatchObject(
    ['Say 5', 'Say 3', 'Say 2', 'Say 0', 'Fetch'].map((description) => ({ fetch: { description } })),
  );
});

it('joins no edit that adds or removes a task with the one before it', () => {
  const pair = new Pair();
  pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: 'New' } }), 'same');
  pair.edit((document) => updateTask(document, { id: 'review', patch: { description: 'New' } }), 'same');
  pair.edit((document) => addTask(document, { type: 'atomic', at: [0, 0] }), 'same');
  pair.edit((document) => removeTasks(document, { ids: [expectTaskId('fetch')] }), 'same');
  pair.settle();
  expect(pair.state.past).toHaveLength(3);
  expect(listTaskIds(pair.state.document)).toHaveLength(2);
});

it('refuses edits of the document while the text does not parse, is ahead or could not be written', () => {
  const edit = (pair: Pair) => {
    const before = pair.state.document;
    pair.edit((document) => moveTasks(document, { positions: new Map([[expectTaskId('fetch'), [1, 1]]]) }), 'move');
    return pair.state.document !== before;
  };
  const pair = new Pair();
  expect(edit(pair)).toBe(true);
  expect(edit(pair)).toBe(false);
  pair.hear(true);
  expect([pair.state.sync, edit(pair)]).toEqual(['failed', false]);
  pair.do({ kind: 'retried' });
  pair.settle();
  pair.do({ kind: 'typed', edits: [{ at: 0, removed: '', inserted: '- ' }], label: 'Edit code', mark: 'burst' });
  expect([pair.state.sync, edit(pair)]).toEqual(['reading', false]);
  pair.settle();
  expect([pair.state.sync, edit(pair)]).toEqual(['broken', false]);
  expect(pair.state.document.tasks).toHaveProperty('fetch');
  pair.do({ kind: 'undone' });
  pair.settle();
  expect(pair.state.sync).toBe('current');
});

it('takes no reading of an earlier text, and no answer that it does not wait for', () => {
  const pair = new Pair();
  const { state } = pair;
  const reading = { number: 7, diagnostics: [] };
  expect(stepSync(state, { kind: 'read', version: state.version - 1, reading }).state).toBe(state);
  expect(stepSync(state, { kind: 'written', edits: [{ at: 0, removed: '', inserted: 'x' }] }).state).toBe(state);
  expect(stepSync(state, { kind: 'undone' })).toEqual({ state, calls: [] });
  expect(stepSync(state, { kind: 'redone' })).toEqual({ state, calls: [] });
  expect(stepSync(state, { kind: 'retried' })).toEqual({ state, calls: [] });
  const writing = stepSync(state, {
    ...{ kind: 'edited', document: state.document, model: { tasks: new Map() }, label: 'Edit', mark: 'm' },
  }).state;
  expect(writing.version).toBe(state.version + 1);
  expect(stepSync(writing, { kind: 'undone' })).toEqual({ state: writing, calls: [] });
  expect(stepSync(writing, { kind: 'reopened' })).toEqual({ state: writing, calls: [] });
  expect(stepSync(writing, { kind: 'read', version: writing.version, reading }).state).toEqual(writing);
});

it('reads the same text again, and one that was stored elsewhere, and keeps the document until then', () => {
  const pair = new Pair();
  const before = pair.state;
  const again = stepSync(before, { kind: 'reopened' });
  expect(again.calls).toEqual([{ call: 'open', text }, { call: 'read' }]);
  expect(again.state).toEqual({ ...before, taken: 0, version: before.version + 1, reader: 'reading' });
  const history = { past: [{ label: 'Edit', mark: 'm', edits: [] }], future: [] };
  pair.do({ kind: 'followed', text: text.replace('Fetch', 'Get'), history });
  expect(pair.state).toMatchObject({ sync: 'reading', past: history.past, document: before.document });
  expect(pair.reader.queue).toMatchObject([{ call: 'edit', edits: [{ removed: 'Fetch' }] }, { call: 'read' }]);
  pair.settle();
  expect(pair.state).toMatchObject({ sync: 'current', document: { tasks: { fetch: { description: 'Get' } } } });
});

it('reads one text at a time, and again what was edited or missing meanwhile', () => {
  const typed = (at: number) =>
    ({ kind: 'typed', edits: [{ at, removed: '', inserted: ' ' }], label: 'Edit code' }) as const;
  const first = stepSync(new Pair().state, { ...typed(0), mark: 'one' });
  expect(first.calls).toMatchObject([{ call: 'edit' }, { call: 'read' }]);
  const second = stepSync(first.state, { ...typed(1), mark: 'two' });
  expect(second.calls).toMatchObject([{ call: 'edit' }]);
  const reading = { number: 7, diagnostics: [] };
  const overtaken = stepSync(second.state, { kind: 'read', version: first.state.version, reading });
  expect(overtaken).toMatchObject({
    state: { reader: 'reading', document: second.state.document },
    calls: [{ call: 'read' }],
  });
  const large = { ...reading, large: {} as never };
  const missing = stepSync(overtaken.state, { kind: 'read', version: overtaken.state.version, reading: large });
  expect(missing).toMatchObject({ state: { reader: 'reading', sync: 'reading' }, calls: [{ call: 'read' }] });
  const last = stepSync(missing.state, { kind: 'read', version: missing.state.version, reading });
  expect(last).toMatchObject({ state: { reader: 'idle', sync: 'broken' }, calls: [] });
});

it('keeps a refused edit apart from the text until it is asked once more, or taken back', () => {
  const pair = new Pair();
  const refusedEdit = () =>
    pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: 'New' } }), 'one');
  refusedEdit();
  pair.hear(true);
  expect(pair.state).toMatchObject({
    sync: 'failed',
    text,
    refused: { message: 'No.' },
    unwritten: [{ label: 'Edit' }],
  });
  pair.edit((document) => updateTask(document, { id: 'fetch', patch: { description: 'Newer' } }), 'two');
  expect(pair.state.document.tasks).toMatchObject({ fetch: { description: 'New' } });
  pair.do({ kind: 'retried' });
  pair.settle();
  expect(pair.state).toMatchObject({ sync: 'current', refused: undefined, unwritten: [] });
  expect(pair.state.text).toContain('description: New');

  pair.do({ kind: 'undone' });
  pair.settle();
  refusedEdit();
  pair.hear(true);
  pair.do({ kind: 'undone' });
  pair.settle();
  expect(pair.state).toMatchObject({ sync: 'current', text, refused: undefined });
  expect(pair.state.document.tasks).toMatchObject({ fetch: { description: 'Fetch' } });
});
