import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { type Command, createDocumentStore } from '@/state/document-store';
import type { DocumentReader } from '@/state/services';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createDocumentHost } from '@/worker/document-host';
import { addTask } from '@/workflow/commands/add-task';
import { connectTasks } from '@/workflow/commands/connect-tasks';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { updateTask } from '@/workflow/commands/update-task';
import { taskIds } from '@/workflow/document';

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

/** A store over the real reader and a store in memory, with the text open. */
async function openStore() {
  const host = createDocumentHost();
  const reader: DocumentReader = {
    open: async (opened) => host.open(opened, []),
    edit: async (edits) => host.edit(edits),
    change: async (change) => host.change(change),
    read: async (wanted) => host.read(wanted),
    exportText: async (wish) => host.exportText(wish),
    readFile: async (bytes, name) => host.readFile(bytes, name),
    readPasted: async (text) => host.readPasted(text),
    checkXml: (text) => host.checkXml(text),
    copy: async (ids) => host.copy(ids),
    readFragment: async (fragment) => host.readFragment(fragment),
    xml: async (held) => host.xml(held),
    readXml: async (read) => host.readXml(read),
    diff: async (other) => host.diff(other),
    plan: () => host.plan(),
  };
  const { workflows } = createMemoryStores({ now: () => Date.UTC(2026, 0, 1) });
  const store = createDocumentStore(reader, workflows);
  const history = { past: [], future: [] };
  const summary = { id: 'w', name: 'Review', updatedAt: new Date(0).toISOString(), taskCount: 2, revision: 0 };
  await store.actions.open({ ...summary, text, history });
  return { store, workflows };
}

/** Anything that a person may do, by number: the task it is done to is picked among those that are there. */
const gestures: readonly ((pick: number) => Command)[] = [
  (pick) => (document) => addTask(document, { type: pick % 2 === 0 ? 'atomic' : 'script', at: [pick, 0] }),
  (pick) => (document) => removeTasks(document, { ids: taskIds(document).slice(pick % 3, (pick % 3) + 1) }),
  (pick) => (document) => {
    const ids = taskIds(document);
    const [from, to] = [ids[pick % ids.length], ids[(pick + 1) % ids.length]];
    return from && to ? connectTasks(document, { from, to }) : { ok: false, error: { message: 'No tasks.' } };
  },
  (pick) => (document) =>
    moveTasks(document, { positions: new Map(taskIds(document).map((id) => [id, [pick, pick]])) }),
  (pick) => (document) => {
    const id = taskIds(document)[pick % 2];
    if (!id) return { ok: false, error: { message: 'No tasks.' } };
    return updateTask(document, { id, patch: { description: `Line one\nand ${pick}: "two"` } });
  },
];

const settled = async (store: Awaited<ReturnType<typeof openStore>>['store']) => {
  await store.actions.settled();
  return store.getState();
};

describe('the open workflow', () => {
  it('says the same in document and text after any gestures, and undo brings both back to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(gestures.length - 1), fc.nat(9)), { maxLength: 12 }), async (steps) => {
        const { store } = await openStore();
        const { document: first } = store.getState();
        for (const [which, pick] of steps) await store.actions.dispatch(gestures[which]?.(pick) as Command, 'Edit');
        const after = await settled(store);
        expect(after.sync).toBe('current');
        expect(readYaml(after.source.text).document).toEqual(after.document);
        expect(after.source.text).toContain('# Kept: a comment at the top');

        const { length } = after.past;
        for (let n = 0; n < length; n += 1) await store.actions.undo();
        const undone = await settled(store);
        expect(undone.source.text).toBe(text);
        expect(undone.document).toEqual(first);

        for (let n = 0; n < length; n += 1) await store.actions.redo();
        const redone = await settled(store);
        expect(redone.source.text).toBe(after.source.text);
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
    const refusal = await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    expect(refusal?.message).toContain('has mistakes');

    await store.actions.undo();
    expect(await settled(store)).toMatchObject({ sync: 'current', source: { text } });
  });

  it('shows what was typed in the document, and keeps tasks that did not change as they are', async () => {
    const { store } = await openStore();
    const { fetch } = store.getState().document.tasks as Record<string, unknown>;
    store.actions.type([{ at: text.indexOf('Review {{'), removed: 'Review', inserted: 'Judge' }], 'burst');
    const { document } = await settled(store);
    expect(document.tasks).toMatchObject({ review: { description: 'Judge {{fetch}}' } });
    expect((document.tasks as Record<string, unknown>)['fetch']).toBe(fetch);
  });

  it('can be undone after it was saved and opened again', async () => {
    const { store, workflows } = await openStore();
    await store.actions.dispatch((d) => addTask(d, { type: 'atomic', at: [0, 0] }), 'Add');
    await store.actions.save();
    const stored = await workflows.load('w');
    if (!stored) throw new Error('Nothing was stored.');
    await store.actions.open(stored);
    await store.actions.undo();
    expect((await settled(store)).source.text).toBe(text);
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
    expect(store.getState().source.text).toContain('atomic_1');
  });
});
