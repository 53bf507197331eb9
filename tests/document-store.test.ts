import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { EditCommand } from '@/state/document-state';
import { createDocumentStore } from '@/state/document-store';
import type { DocumentReader } from '@/state/services';
import { emptySync } from '@/state/text-sync';
import { buildUnsaved, findEditsSince } from '@/state/unsaved';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createDocumentHost } from '@/worker/documents/document-host';
import { addTask } from '@/workflow/commands/add-task';
import { connectTasks } from '@/workflow/commands/edges/connect-tasks';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { updateTask } from '@/workflow/commands/update-task';
import { listTaskIds } from '@/workflow/document';
import { joinDocumentParts } from '@/workflow/document-parts';

const text = `# Kept: a comment at the top
name: Review
default_model: sim:fast
tasks:
  fetch:
    description: Fetch the change # and one here
    x-owner: ann
  review:
    description: "Review {{fetch}}"
    depends_on: [fetch]
`;

/**
 * A store over the real reader and an in-memory store, with the text open. `refuses`: the calls that the reader
 * rejects.
 */
async function openStore(refuses: Partial<DocumentReader> = {}, opened = text, prepare?: () => Promise<void>) {
  const reader = new Proxy<DocumentReader>(createDocumentHost(), {
    get: (real, name: keyof DocumentReader) => refuses[name] ?? real[name],
  });
  const { workflows } = createMemoryStores({ now: () => Date.UTC(2026, 0, 1) });
  const store = createDocumentStore(reader, workflows, joinDocumentParts, prepare);
  const history = { past: [], future: [] };
  const summary = { id: 'w', name: 'Review', updatedAt: new Date(0).toISOString(), taskCount: 2, revision: 0 };
  await store.actions.open({ ...summary, text: opened, history });
  return { store, workflows };
}

/** Any edit of a person, by number: its task is picked among the existing ones. */
const gestures: readonly ((pick: number) => EditCommand)[] = [
  (pick) => (document) => addTask(document, { type: pick % 2 === 0 ? 'atomic' : 'script', at: [pick, 0] }),
  (pick) => (document) => removeTasks(document, { ids: listTaskIds(document).slice(pick % 3, (pick % 3) + 1) }),
  (pick) => (document) => {
    const ids = listTaskIds(document);
    const [from, to] = [ids[pick % ids.length], ids[(pick + 1) % ids.length]];
    return from && to ? connectTasks(document, { from, to }) : { ok: false, error: { message: 'No tasks.' } };
  },
  (pick) => (document) =>
    moveTasks(document, { positions: new Map(listTaskIds(document).map((id) => [id, [pick, pick]])) }),
  (pick) => (document) => {
    const id = listTaskIds(document)[pick % 2];
    if (!id) return { ok: false, error: { message: 'No tasks.' } };
    return updateTask(document, { id, patch: { description: `Line one\nand ${pick}: "two"` } });
  },
];

const settled = async (store: Awaited<ReturnType<typeof openStore>>['store']) => {
  await store.actions.settled();
  return store.getState();
};

it('tells in which entries an alias was written out', async () => {
  const { workflows } = createMemoryStores({ now: () => 0 });
  const told: (readonly string[])[] = [];
  const store = createDocumentStore(createDocumentHost(), workflows, joinDocumentParts, undefined, (keys) =>
    told.push(keys),
  );
  const shared = 'tasks:\n  a:\n    description: &say x # one\n  b:\n    description: *say # two\n';
  await store.actions.open({ id: 'w', revision: 0, text: shared, history: { past: [], future: [] } });
  const [first, second] = listTaskIds(store.getState().document);
  if (first === undefined || second === undefined) throw new Error('No tasks.');
  const type = (id: typeof first) => (description: string) =>
    store.actions.dispatch((document) => updateTask(document, { id, patch: { description } }), 'Edit', id);
  await type(first)('xy');
  await type(first)('xyz');
  await store.actions.settled();
  expect(store.getState().text).toBe(shared.replace('&say x', '&say xyz').replace('*say', 'x'));
  expect(told).toEqual([['tasks.b']]);
  await store.actions.undo();
  await store.actions.settled();
  expect(store.getState().text).toBe(shared);
});

describe('a large workflow', () => {
  const ids = Array.from({ length: 2500 }, (_, index) => `t${index}`);
  const large = `tasks:\n${ids.map((one) => `  ${one}: { description: Say it }\n`).join('')}`;
  const host = createDocumentHost();

  it('is opened by its parts, and edited as any other', async () => {
    const asked: number[] = [];
    const { store } = await openStore(
      {
        open: host.open,
        edit: host.edit,
        change: host.change,
        read: host.read,
        readPart: (number, index) => {
          asked.push(index);
          return host.readPart(number, index);
        },
      },
      large,
    );
    expect(asked).toEqual([0, 1, 2]);
    expect(listTaskIds(store.getState().document)).toEqual(ids);
    await store.actions.dispatch((document) => addTask(document, { type: 'atomic', at: [0, 0] }), 'Add');
    const { document, sync } = await settled(store);
    expect(sync).toBe('current');
    expect(listTaskIds(document)).toHaveLength(2501);
    expect(asked).toHaveLength(3);
  });

  it('is read again when one of its parts is not there any more', async () => {
    let lost = 1;
    const { store } = await openStore(
      {
        open: host.open,
        read: host.read,
        readPart: async (number, index) => {
          if (index === 1 && lost > 0) {
            lost -= 1;
            return undefined;
          }
          return host.readPart(number, index);
        },
      },
      large,
    );
    expect(lost).toBe(0);
    expect(listTaskIds(store.getState().document)).toEqual(ids);
  });
});

it('the tasks of a function stay the same objects but for the one that an edit changes', async () => {
  const inner = ['one', 'two'].map((name) => `        ${name}: { description: Say ${name} }\n`).join('');
  const library = `library:\n  big:\n    task:\n      type: group\n      subtasks:\n${inner}`;
  const { store } = await openStore({}, `${library}tasks:\n  call: { type: call, ref: big }\n`);
  const subtasks = () => {
    const task = store.getState().document.library?.['big']?.task;
    return (task?.type === 'group' ? task.subtasks : undefined) ?? {};
  };
  const before = subtasks();
  const at = store.getState().text.indexOf('Say two');
  store.actions.type([{ at, removed: 'Say', inserted: 'Tell' }], 'typed');
  await settled(store);
  const after = subtasks();
  expect(after).toMatchObject({ two: { description: 'Tell two' } });
  expect(Object.values(after)[0]).toBe(Object.values(before)[0]);
});

describe('the open workflow', () => {
  it('says the same in document and text after any gestures, and undo brings both back to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(gestures.length - 1), fc.nat(9)), { maxLength: 12 }), async (steps) => {
        const { store } = await openStore();
        const { document: first } = store.getState();
        for (const [which, pick] of steps) await store.actions.dispatch(gestures[which]?.(pick) as EditCommand, 'Edit');
        const after = await settled(store);
        expect(after.sync).toBe('current');
        expect(readYaml(after.text).document).toEqual(after.document);
        expect(after.text).toContain('# Kept: a comment at the top');

        const { length } = after.past;
        for (let n = 0; n < length; n += 1) await store.actions.undo();
        const undone = await settled(store);
        expect(undone.text).toBe(text);
        expect(undone.document).toEqual(first);

        for (let n = 0; n < length; n += 1) await store.actions.redo();
        const redone = await settled(store);
        expect(redone.text).toBe(after.text);
        expect(redone.document).toEqual(after.document);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the last good document while the code does not parse, and refuses edits with the reason', async () => {
    const { store } = await openStore();
    const { document } = store.getState();
    store.actions.type([{ at: 0, removed: '', inserted: 'tasks: [\n' }], 'burst');
    const broken = await settled(store);
    expect(broken.sync).toBe('broken');
    expect(broken.document).toBe(document);
    expect(broken.diagnostics[0]).toMatchObject({ severity: 'error', range: { line: expect.any(Number) } });
    const made = await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    expect(made).toMatchObject({ ok: false, error: { message: expect.stringContaining('has mistakes') } });

    await store.actions.undo();
    expect(await settled(store)).toMatchObject({ sync: 'current', text });
  });

  it('shows what was typed in the document, and keeps tasks that did not change as they are', async () => {
    const { store } = await openStore();
    const { fetch } = store.getState().document.tasks as Record<string, unknown>;
    store.actions.type([{ at: text.indexOf('Review {{'), removed: 'Review', inserted: 'Judge' }], 'burst');
    const { document } = await settled(store);
    expect(document.tasks).toMatchObject({ review: { description: 'Judge {{fetch}}' } });
    expect((document.tasks as Record<string, unknown>)['fetch']).toBe(fetch);
  });

  it('reads what is typed at the moment when the reading before it ends', async () => {
    const { store } = await openStore();
    const at = text.indexOf('Fetch');
    const type = (removed: string, inserted: string) => store.actions.type([{ at, removed, inserted }], inserted);
    const stop = store.subscribe(({ sync }) => {
      if (sync !== 'current') return;
      stop();
      queueMicrotask(() => type('Get', 'Take'));
    });
    type('Fetch', 'Get');
    await expect
      .poll(() => store.getState().document.tasks)
      .toMatchObject({ fetch: { description: 'Take the change' } });
    expect(await settled(store)).toMatchObject({ sync: 'current' });
  });

  it('takes back the edit before it, also if that still waits for the text to be read', async () => {
    const { store } = await openStore();
    store.actions.type([{ at: 0, removed: '', inserted: '# typed\n' }], 'typing');
    const removed = store.actions.dispatch(
      (document) => removeTasks(document, { ids: listTaskIds(document) }),
      'Delete',
    );
    await store.actions.undo();
    expect((await removed).ok).toBe(true);
    const { text: left, document } = await settled(store);
    expect([left, listTaskIds(document)]).toEqual([`# typed\n${text}`, ['fetch', 'review']]);
  });

  it('can be undone after it was saved and opened again', async () => {
    const { store, workflows } = await openStore();
    await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    await store.actions.save();
    const stored = await workflows.load('w');
    if (!stored) throw new Error('Nothing was stored.');
    await store.actions.open(stored);
    await store.actions.undo();
    expect((await settled(store)).text).toBe(text);
  });

  it('tells when a save was refused because another tab saved, and keeps the text', async () => {
    const { store, workflows } = await openStore();
    await workflows.save({
      id: 'w',
      name: 'Other',
      taskCount: 0,
      text: 'tasks: {}\n',
      history: { past: [], future: [] },
      basedOn: 0,
    });
    await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    await store.actions.save();
    expect(store.getState().saved).toMatchObject({ status: 'failed', failure: { code: 'STALE_SAVE' } });
    expect(store.getState().text).toContain('atomic_1');
  });

  describe('with a reader that refuses', () => {
    const refuse = () => Promise.reject(new AppError('INTERNAL', 'The reader is gone.'));
    const add: EditCommand = (document) => addTask(document, { type: 'atomic', at: [0, 0] });

    it('ends what waits, says so, and never saves the old text as if it were the new one', async () => {
      const refuses: Partial<DocumentReader> = {};
      const { store, workflows } = await openStore(refuses);
      await store.actions.dispatch(add, 'Add');
      await store.actions.save();
      const saved = await workflows.load('w');

      Object.assign(refuses, { change: refuse });
      expect(await store.actions.dispatch(add, 'Add')).toMatchObject({ ok: true });
      await expect(store.actions.settled()).rejects.toThrow('The reader is gone.');
      await store.actions.save();
      const failed = { status: 'failed', failure: { message: 'The reader is gone.' } };
      expect(store.getState()).toMatchObject({ sync: 'failed', saved: failed, unwritten: [{ label: 'Add' }] });
      expect(await workflows.load('w')).toEqual(saved);
      expect(listTaskIds(store.getState().document)).toContain('atomic_2');
      const later = await store.actions.dispatch(add, 'Add');
      expect(later).toMatchObject({ ok: false, error: { message: expect.stringContaining('Try again') } });

      Object.assign(refuses, { change: undefined });
      store.actions.retry();
      await store.actions.settled();
      await store.actions.save();
      expect(store.getState()).toMatchObject({ sync: 'current', saved: { status: 'saved' }, unwritten: [] });
      expect((await workflows.load('w'))?.text).toContain('atomic_2');
    });

    it('takes the edit back that it refused, and goes on', async () => {
      const refuses: Partial<DocumentReader> = { change: refuse };
      const { store } = await openStore(refuses);
      const { document } = store.getState();
      await store.actions.dispatch(add, 'Add');
      await expect(store.actions.settled()).rejects.toThrow();
      Object.assign(refuses, { change: undefined });
      await store.actions.undo();
      await store.actions.settled();
      expect(store.getState()).toMatchObject({ sync: 'current', text, document });
      await store.actions.dispatch(add, 'Add');
      expect((await settled(store)).text).toContain('atomic_1');
    });

    it('saves what was typed though it could not be read, and reads it when it is asked again', async () => {
      const refuses: Partial<DocumentReader> = {};
      const { store, workflows } = await openStore(refuses);
      Object.assign(refuses, { read: refuse });
      store.actions.type([{ at: 0, removed: '', inserted: '# typed\n' }], 'burst');
      await expect(store.actions.settled()).rejects.toThrow();
      await store.actions.save();
      expect((await workflows.load('w'))?.text).toBe(`# typed\n${text}`);
      Object.assign(refuses, { read: undefined });
      store.actions.retry();
      expect(await settled(store)).toMatchObject({ sync: 'current', text: `# typed\n${text}` });
    });
  });

  it('says saved only when all that was typed is stored', async () => {
    const { store, workflows } = await openStore();
    const statuses: string[] = [];
    store.subscribe(({ saved, text: now, unwritten }) => {
      if (saved.status === 'saved') statuses.push(`${unwritten.length} ${now.includes('atomic_2')}`);
    });
    await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    const saving = store.actions.save();
    await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    await saving;
    await store.actions.save();
    expect(store.getState().saved.status).toBe('saved');
    expect(new Set(statuses)).toEqual(new Set(['0 true']));
    expect((await workflows.load('w'))?.text).toBe(store.getState().text);
  });
});

it('is saved over the save that was on its way when its page was left, though that arrives late', async () => {
  const { store, workflows } = await openStore();
  store.setState({ saved: { status: 'unsaved' } });
  await store.actions.save();
  const first = await workflows.load('w');
  if (first === undefined) throw new Error('Not stored.');
  const onItsWay = text.replace('Review\n', 'Reviews\n');
  const left = text.replace('Review\n', 'Reviews of all\n');
  const unsaved = buildUnsaved({ ...emptySync, text: left }, first.revision, text, onItsWay);

  await store.actions.open(first);
  await store.actions.resume(findEditsSince(unsaved, first.revision, text) ?? [], unsaved);
  await workflows.save({ ...first, text: onItsWay, history: { past: [], future: [] }, basedOn: first.revision });
  await store.actions.save();
  await store.actions.save();
  expect([store.getState().saved, (await workflows.load('w'))?.text]).toEqual([{ status: 'saved' }, left]);
});

it('does not take the save of another tab for that', async () => {
  const { store, workflows } = await openStore();
  store.setState({ saved: { status: 'unsaved' } });
  await store.actions.save();
  const first = await workflows.load('w');
  if (first === undefined) throw new Error('Not stored.');
  const left = text.replace('Review\n', 'Reviews of all\n');
  const unsaved = buildUnsaved({ ...emptySync, text: left }, first.revision, text, left);

  await store.actions.open(first);
  await store.actions.resume(findEditsSince(unsaved, first.revision, text) ?? [], unsaved);
  const theirs = text.replace('Review\n', 'Theirs\n');
  await workflows.save({ ...first, text: theirs, history: { past: [], future: [] }, basedOn: first.revision });
  await store.actions.save();
  expect(store.getState().saved.status).toBe('failed');
  expect((await workflows.load('w'))?.text).toBe(theirs);
});

describe('an edit whose drawing takes time', () => {
  const added: EditCommand = (document) => addTask(document, { type: 'script', at: [0, 0] });

  /** A store in which the next edit is shown when `show` is called. */
  async function openSlowStore() {
    const waiting: (() => void)[] = [];
    const { store } = await openStore({}, text, () => new Promise((resolve) => waiting.push(resolve)));
    const show = async () => {
      await expect.poll(() => waiting).not.toEqual([]);
      waiting.shift()?.();
    };
    return { store, show, ids: () => listTaskIds(store.getState().document) };
  }

  it('is shown once that is there; what comes after it is made of what it leaves', async () => {
    const { store, show, ids } = await openSlowStore();
    const [first, second] = [store.actions.dispatch(added, 'Add'), store.actions.dispatch(added, 'Add')];
    const undone = store.actions.undo();
    expect(ids()).toEqual(['fetch', 'review']);
    const settled = store.actions.settled();
    await show();
    await first;
    expect(ids()).toHaveLength(3);
    await show();
    await second;
    expect(ids()).toHaveLength(4);
    await show();
    await undone;
    expect(ids()).toHaveLength(3);
    await settled;
    expect(store.getState().text).toContain('script_1:');
  });

  it('is made again if the text was typed in meanwhile', async () => {
    const { store, show, ids } = await openSlowStore();
    const edit = store.actions.dispatch(added, 'Add');
    await expect.poll(ids).toEqual(['fetch', 'review']);
    const at = store.getState().text.indexOf('  review:');
    store.actions.type([{ at, removed: '', inserted: '  typed:\n    description: Typed\n' }], 'typing');
    await show();
    await show();
    await edit;
    await store.actions.settled();
    expect(ids()).toEqual(['fetch', 'typed', 'review', expect.stringContaining('script')]);
    expect(store.getState().text).toContain('description: Typed');
  });
});
