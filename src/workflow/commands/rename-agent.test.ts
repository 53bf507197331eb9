import { describe, expect, it } from 'vitest';
import { applyModelChange } from '../change';
import { documentSchema, type WorkflowDocument } from '../document';
import { renameAgent } from './rename-agent';

const document = documentSchema.parse({
  agents: { worker: { model: 'sim:a' }, judge: {} },
  library: { f: { task: { type: 'atomic', agent: 'worker' } } },
  tasks: {
    a: { type: 'sequential', agent: 'worker', steps: [{ type: 'atomic', agent: 'worker' }] },
    b: { type: 'atomic', agent: 'judge' },
  },
}) as WorkflowDocument;

describe('renameAgent', () => {
  it('keeps its place, and takes along the tasks that name it', () => {
    const change = renameAgent(document, { name: 'worker', newName: 'writer' });
    if (!change.ok) throw new Error(change.error.message);
    const renamed = applyModelChange(document, change.value);
    expect(Object.keys(renamed.agents ?? {})).toEqual(['writer', 'judge']);
    expect(Object.values(renamed.tasks).map(({ agent }) => agent)).toEqual(['writer', 'judge']);
    expect(renamed.tasks).toMatchObject({ a: { steps: [{ agent: 'writer' }] } });
    expect(renamed.library).toMatchObject({ f: { task: { agent: 'writer' } } });
  });

  it('refuses a name that is taken, is none, or an agent that is not there', () => {
    expect(renameAgent(document, { name: 'worker', newName: 'judge' }).ok).toBe(false);
    expect(renameAgent(document, { name: 'worker', newName: 'two words' }).ok).toBe(false);
    expect(renameAgent(document, { name: 'nobody', newName: 'x' }).ok).toBe(false);
  });
});
