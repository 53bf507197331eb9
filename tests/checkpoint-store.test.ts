import { describe, expect, it } from 'vitest';
import { createDocumentStore } from '@/state/document-store';
import { createCheckpointStore } from '@/state/named-revision-store';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createDocumentHost } from '@/worker/documents/document-host';
import { updateSettings } from '@/workflow/commands/update-settings';
import type { WorkflowDocument } from '@/workflow/document';
import { joinDocumentParts } from '@/workflow/document-parts';

const text = 'name: Review # kept\ntasks:\n  fetch: { description: Fetch }\n';

/** An open workflow over the real reader and an in-memory store. */
async function openWorkflow() {
  const { workflows } = createMemoryStores({ now: () => 0 });
  const document = createDocumentStore(createDocumentHost(), workflows, joinDocumentParts);
  const checkpoints = createCheckpointStore(document, workflows);
  const history = { past: [], future: [] };
  await document.actions.open({ id: 'w', revision: 0, text, history });
  const rename = (name: string) =>
    document.actions.dispatch((current: WorkflowDocument) => updateSettings(current, { patch: { name } }), 'Rename');
  return { document, checkpoints, workflows, rename };
}

describe('the checkpoints of the open workflow', () => {
  it('are made of what is open, under a name of their own', async () => {
    const { checkpoints, rename } = await openWorkflow();
    await rename('One');
    const first = await checkpoints.actions.make();
    await rename('Two');
    const second = await checkpoints.actions.make();
    expect([first, second]).toMatchObject([
      { isNew: true, checkpoint: { name: 'Checkpoint 1' } },
      { isNew: true, checkpoint: { name: 'Checkpoint 2' } },
    ]);
    expect(await checkpoints.actions.text(first.checkpoint.revision)).toContain('name: One # kept');
    expect(checkpoints.getState().checkpoints).toEqual([second.checkpoint, first.checkpoint]);
  });

  it('are not made twice of the same state', async () => {
    const { checkpoints } = await openWorkflow();
    const { checkpoint } = await checkpoints.actions.make();
    expect(await checkpoints.actions.make()).toEqual({ checkpoint, isNew: false });
    expect(checkpoints.getState().checkpoints).toHaveLength(1);
  });

  it('take a number that is not taken', async () => {
    const { checkpoints, rename } = await openWorkflow();
    const { checkpoint } = await checkpoints.actions.make();
    await checkpoints.actions.rename(checkpoint.revision, 'Checkpoint 7');
    await rename('Two');
    expect((await checkpoints.actions.make()).checkpoint.name).toBe('Checkpoint 8');
  });

  it('go when they are removed, and say so to who still asks for them', async () => {
    const { checkpoints, rename } = await openWorkflow();
    const { checkpoint } = await checkpoints.actions.make();
    await rename('Two');
    await checkpoints.actions.make();
    await checkpoints.actions.remove(checkpoint.revision);
    expect(checkpoints.getState().checkpoints).toMatchObject([{ name: 'Checkpoint 2' }]);
    await expect(checkpoints.actions.rename(checkpoint.revision, 'Again')).rejects.toMatchObject({
      code: 'STALE_SAVE',
    });
  });

  it('are not made where the workflow cannot be saved', async () => {
    const { checkpoints, workflows, rename } = await openWorkflow();
    await workflows.save({ id: 'w', name: '', taskCount: 0, text: '', history: { past: [], future: [] }, basedOn: 0 });
    await rename('Mine');
    await expect(checkpoints.actions.make()).rejects.toMatchObject({ code: 'STALE_SAVE' });
    expect(await workflows.checkpoints('w')).toEqual([]);
  });

  it('can be put back as one step, which undo takes back to the letter', async () => {
    const { document, checkpoints, rename } = await openWorkflow();
    const { checkpoint } = await checkpoints.actions.make();
    await rename('Two');
    await rename('Three');
    await document.actions.settled();
    const { text: changed } = document.getState();
    const steps = document.getState().past.length;
    await document.actions.replace(await checkpoints.actions.text(checkpoint.revision), 'Restore');
    expect(document.getState()).toMatchObject({ text, document: { name: 'Review' }, sync: 'current' });
    expect(document.getState().past).toHaveLength(steps + 1);
    await document.actions.undo();
    await document.actions.settled();
    expect(document.getState()).toMatchObject({ text: changed, document: { name: 'Three' } });
  });
});
