import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../../document';
import { documentSchema } from '../../document-schema';
import { type RenameEntry, renameEntry } from './rename-entry';

const document = documentSchema.parse({
  agents: { worker: { model: 'sim:a', tools: ['search'] }, judge: {} },
  tools: { search: { builtin: 'recall' }, fetch: { http: { url: 'https://x.org' } } },
  library: { f: { task: { type: 'atomic', agent: 'worker', tools: ['search'] } }, g: {} },
  tasks: {
    a: {
      type: 'sequential',
      agent: 'worker',
      steps: [
        { type: 'atomic', agent: 'worker' },
        { type: 'call', ref: 'f' },
      ],
    },
    b: { type: 'atomic', agent: 'judge', tools: ['fetch', 'search', { name: 'own' }] },
    c: { type: 'atomic', agent: { tools: ['search'] } },
  },
}) as WorkflowDocument;

function renamed(args: RenameEntry): WorkflowDocument {
  const change = renameEntry(document, args);
  if (!change.ok) throw new Error(change.error.message);
  return change.value;
}

describe('renaming an entry of the settings', () => {
  it('keeps the place of an agent, and takes along the tasks that name it', () => {
    const next = renamed({ field: 'agents', name: 'worker', newName: 'writer' });
    expect(Object.keys(next.agents ?? {})).toEqual(['writer', 'judge']);
    expect(next.tasks).toMatchObject({
      a: { agent: 'writer', steps: [{ agent: 'writer' }, {}] },
      b: { agent: 'judge' },
    });
    expect(next.library).toMatchObject({ f: { task: { agent: 'writer' } } });
  });

  it('is followed by what lists all tools of a server', () => {
    const tools = { hub: { mcp: { url: 'https://x.org' } } };
    const listing = documentSchema.parse({
      tools,
      tasks: { a: { type: 'atomic', tools: ['hub.*'] } },
    }) as WorkflowDocument;
    const change = renameEntry(listing, { field: 'tools', name: 'hub', newName: 'port' });
    expect(change.ok && change.value.tasks).toMatchObject({ a: { tools: ['port.*'] } });
  });

  it('is followed by the tasks and agents that list a tool', () => {
    const next = renamed({ field: 'tools', name: 'search', newName: 'find' });
    expect(Object.keys(next.tools ?? {})).toEqual(['find', 'fetch']);
    expect(next.agents).toMatchObject({ worker: { tools: ['find'] } });
    expect(next.tasks).toMatchObject({
      b: { tools: ['fetch', 'find', { name: 'own' }] },
      c: { agent: { tools: ['find'] } },
    });
    expect(next.library).toMatchObject({ f: { task: { tools: ['find'] } } });
  });

  it('is followed by the calls of a definition', () => {
    const next = renamed({ field: 'library', name: 'f', newName: 'process' });
    expect(Object.keys(next.library ?? {})).toEqual(['process', 'g']);
    expect(next.tasks).toMatchObject({ a: { steps: [{}, { ref: 'process' }] } });
  });

  it('refuses a name that is taken, is none, or an entry that is not there', () => {
    expect(renameEntry(document, { field: 'agents', name: 'worker', newName: 'judge' }).ok).toBe(false);
    expect(renameEntry(document, { field: 'tools', name: 'search', newName: 'two words' }).ok).toBe(false);
    expect(renameEntry(document, { field: 'library', name: 'nobody', newName: 'x' }).ok).toBe(false);
  });
});
