import { describe, expect, it } from 'vitest';
import { createDocumentStore } from '@/state/document-store';
import { createXmlStore } from '@/state/xml-store';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createDocumentHost } from '@/worker/documents/document-host';
import { connectTasks } from '@/workflow/commands/edges/connect-tasks';
import { updateSettings } from '@/workflow/commands/update-settings';
import { joinDocumentParts } from '@/workflow/document-parts';
import type { TaskId } from '@/workflow/names';

const text = `# mine
name: Review
default_model: sim:echo
tasks:
  fetch:
    description: Fetch # and one here
  review:
    description: Review
`;

/** The visible XML view of an open text. */
async function openXml() {
  const reader = createDocumentHost();
  const document = createDocumentStore(reader, createMemoryStores({ now: () => 0 }).workflows, joinDocumentParts);
  const summary = { id: 'w', name: 'Review', updatedAt: new Date(0).toISOString(), taskCount: 2, revision: 0 };
  await document.actions.open({ ...summary, text, history: { past: [], future: [] } });
  const xml = createXmlStore(document, reader);
  const hide = xml.actions.show();
  await xml.actions.settled();
  const replace = (removed: string, inserted: string, mark = 'typing'): void => {
    xml.actions.type([{ at: xml.getState().text.indexOf(removed), removed, inserted }], mark);
  };
  return { document, xml, hide, replace, settled: xml.actions.settled };
}

const connect = connectTasks;
const wire = { from: 'fetch' as TaskId, to: 'review' as TaskId };

describe('the XML view', () => {
  it('shows the document, and knows where its tasks stand', async () => {
    const { xml } = await openXml();
    const { text: xmlText, blocks, sync, diagnostics } = xml.getState();
    expect(sync).toBe('current');
    expect(diagnostics).toEqual([]);
    const block = blocks.find(({ key }) => key === 'tasks.review');
    expect(xmlText.slice(block?.from, block?.to)).toMatch(/^<task id="review">.*<\/task>$/s);
  });

  it('makes of what is typed one edit of the document, which keeps the comments of the YAML', async () => {
    const { document, replace, settled } = await openXml();
    replace('Review</description>', 'Revi</description>');
    await settled();
    replace('Revi</description>', 'Revise</description>');
    await settled();
    const { text: yaml, past } = document.getState();
    expect(yaml).toBe(text.replace('description: Review', 'description: Revise'));
    expect(past).toHaveLength(1);
  });

  it('takes what is edited elsewhere, keeps its comments, and follows undo and redo', async () => {
    const { document, xml, replace, settled } = await openXml();
    replace('<tasks>', '<!-- all of them --><tasks>');
    await settled();
    await document.actions.dispatch((current) => connect(current, wire), 'Connect');
    await settled();
    expect(xml.getState().text).toMatch(/<!-- all of them -->.*<depends_on>fetch<\/depends_on>/s);
    await xml.actions.undo();
    expect(xml.getState().text).toContain('<!-- all of them -->');
    expect(xml.getState().text).not.toContain('depends_on');
    await xml.actions.redo();
    expect(xml.getState().text).toContain('depends_on');
  });

  it('keeps text that does not parse, and what is edited elsewhere meanwhile', async () => {
    const { document, xml, replace, settled } = await openXml();
    replace('Review</description>', 'Revise</descrip');
    await settled();
    expect(xml.getState()).toMatchObject({ sync: 'broken', diagnostics: [{ code: 'HED108' }] });
    await document.actions.dispatch((current) => updateSettings(current, { patch: { name: 'Other' } }), 'Name');
    await settled();
    expect(xml.getState().text).toContain('Revise</descrip');
    replace('Revise</descrip', 'Revise</description>');
    await settled();
    expect(xml.getState().text).toMatch(/name="Other".*Revise<\/description>/s);
    expect(document.getState().document).toMatchObject({ name: 'Other', tasks: { review: { description: 'Revise' } } });
  });

  it('takes back what does not parse as a whole', async () => {
    const { document, xml, replace, settled } = await openXml();
    const before = xml.getState().text;
    replace('Review</description>', 'Revise</descrip');
    await settled();
    await xml.actions.undo();
    expect(xml.getState()).toMatchObject({ sync: 'current', text: before });
    expect(document.getState().past).toEqual([]);
  });

  it('waits while the YAML has mistakes, and shows another workflow that is opened', async () => {
    const { document, xml, settled } = await openXml();
    document.actions.type([{ at: 0, removed: '', inserted: 'nme: x\n' }], 'typing');
    await document.actions.settled();
    await settled();
    expect(xml.getState().text).not.toContain('nme');
    const summary = { id: 'v', name: 'B', updatedAt: new Date(0).toISOString(), taskCount: 0, revision: 0 };
    await document.actions.open({ ...summary, text: 'name: B\ntasks: {}\n', history: { past: [], future: [] } });
    await settled();
    expect(xml.getState()).toMatchObject({ id: 'v', sync: 'current' });
    expect(xml.getState().text).toContain('name="B"');
  });

  it('no longer follows once it is hidden, and catches up when it is shown', async () => {
    const { document, xml, hide, settled } = await openXml();
    hide();
    await document.actions.dispatch((current) => connect(current, wire), 'Connect');
    await document.actions.settled();
    expect(xml.getState().text).not.toContain('depends_on');
    xml.actions.show();
    await settled();
    expect(xml.getState().text).toContain('depends_on');
  });
});
