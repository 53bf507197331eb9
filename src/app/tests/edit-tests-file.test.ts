import { expect, it, vi } from 'vitest';
import { editText } from '@/formats/edit-text';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { AppStores } from '@/state/context';
import { createDocumentStore } from '@/state/document-store';
import { createDocumentHost } from '@/worker/documents/document-host';
import { addTest } from '@/workflow/commands/add-test';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import type { WorkflowDocument } from '@/workflow/document';
import { id } from '@/workflow/sample.testing';
import { editTestsFile } from './edit-tests-file';
import { holdEdits } from './hold-edits';
import { getTestsStore } from './tests-store';

const workflow = 'tasks:\n  say: { description: Hello, model: sim:fast }\ntests: file:///x.tests.yaml\n';
const tests = '# ours\ntests:\n  one:\n    target: say\n';

/** A page with a workflow whose tests stand in a file of their own. */
async function openTested(isEarly = false) {
  const files = new Map([['/x.tests.yaml', tests]]);
  const read = (path: string) => new TextEncoder().encode(files.get(path) ?? '');
  const document = createDocumentStore(
    createDocumentHost(),
    { load: async () => undefined } as never,
    async () => undefined,
  );
  const services = {
    files: {
      read: async (_: string, path: string) => read(path),
      write: async (_: string, [file]: readonly { path: string; content: Uint8Array }[]) =>
        void files.set(file?.path ?? '', new TextDecoder().decode(file?.content)),
    },
  };
  const findHeld = () => readYaml(files.get('/x.tests.yaml') ?? '').document as WorkflowDocument;
  const stores = { document, services } as unknown as AppStores;
  const judge = vi.fn(async () => ({ asking: [], costUsd: undefined, warnings: [] }));
  const api = {
    held: async () => findHeld(),
    writeHeld: async (_: string, _of: WorkflowDocument, held: WorkflowDocument) => {
      const [path, before] = ['/x.tests.yaml', files.get('/x.tests.yaml') ?? ''];
      files.set(path, editText(before, 'yaml', findHeld(), held));
      return { path, before: new TextEncoder().encode(before), after: read(path) };
    },
    join: async (_: string, of: WorkflowDocument) => of,
    last: async () => new Map(),
    judge,
    ask: vi.fn(),
  };
  let fetchCode: (isFetched: boolean) => void = () => undefined;
  const code = new Promise<boolean>((resolve) => {
    fetchCode = resolve;
  });
  const install = () => editTestsFile(stores, api);
  if (!isEarly) install();
  else {
    holdEdits(document, async () => {
      if (!(await code)) throw new Error('offline');
      return install;
    });
  }
  await document.actions.open({ id: 'w1', revision: 1, text: workflow, history: { past: [], future: [] } });
  getTestsStore(stores, api).setState({ judgedDocument: document.getState().document });
  return {
    fetchCode,
    document,
    files,
    judge,
    text: () => document.getState().text,
    ours: () => files.get('/x.tests.yaml'),
  };
}

it('a task that is renamed is renamed in the file of its tests, in one step that is taken back', async () => {
  const { document, text, ours } = await openTested();
  await document.actions.dispatch((now) => renameTask(now, { id: id('say'), newId: 'tell' }), 'Rename');
  await document.actions.settled();
  expect([text(), ours()]).toEqual([workflow.replace('say', 'tell'), tests.replace('say', 'tell')]);
  await document.actions.undo();
  await vi.waitFor(() => expect([text(), ours()]).toEqual([workflow, tests]));
  await document.actions.redo();
  await vi.waitFor(() => expect(ours()).toBe(tests.replace('say', 'tell')));
});

it('a new test goes into that file, in a step of its own that leaves the workflow as it is', async () => {
  const { document, files, judge, text, ours } = await openTested();
  await document.actions.dispatch((now) => addTest(now, { id: 'two', test: { tags: ['new'] } }), 'Keep a test');
  await document.actions.settled();
  expect(text()).toBe(workflow);
  expect(ours()).toBe(`${tests}  two:\n    tags: [new]\n`);
  expect(document.getState().past.map(({ label }) => label)).toEqual(['Keep a test']);
  const kept = ours() ?? '';
  await document.actions.undo();
  await vi.waitFor(() => expect(ours()).toBe(tests));
  // The cases are judged after the step, and after it was taken back.
  await vi.waitFor(() => expect(judge).toHaveBeenCalledTimes(2));
  // What was changed otherwise meanwhile stays.
  files.set('/x.tests.yaml', '# mine\n');
  await document.actions.redo();
  await document.actions.settled();
  expect(ours()).toBe('# mine\n');
  expect(kept).toContain('two:');
});

it('a task that is renamed before the code for that is there waits for it, and is renamed in both in one step', async () => {
  const { document, fetchCode, text, ours } = await openTested(true);
  const rename = (from: string, to: string) =>
    document.actions.dispatch((now) => renameTask(now, { id: id(from), newId: to }), 'Rename');
  const renamed = rename('say', 'tell');
  await document.actions.settled();
  expect([text(), ours()]).toEqual([workflow, tests]);
  fetchCode(true);
  await renamed;
  await document.actions.settled();
  expect([text(), ours()]).toEqual([workflow.replace('say', 'tell'), tests.replace('say', 'tell')]);
  expect(document.getState().past).toHaveLength(1);
  await rename('tell', 'shout');
  await document.actions.settled();
  expect(ours()).toBe(tests.replace('say', 'shout'));
  await document.actions.undo();
  await document.actions.undo();
  await vi.waitFor(() => expect([text(), ours()]).toEqual([workflow, tests]));
});

it('if that code cannot be fetched, the edit is made nevertheless', async () => {
  const { document, fetchCode, text, ours } = await openTested(true);
  fetchCode(false);
  await document.actions.dispatch((now) => renameTask(now, { id: id('say'), newId: 'tell' }), 'Rename');
  await document.actions.settled();
  expect([text(), ours()]).toEqual([workflow.replace('say', 'tell'), tests]);
});
