import { describe, expect, it } from 'vitest';
import { buildPlan } from '@/plan/build-plan';
import { documentOf } from '@/plan/plan.testing';
import { listDeclaredTools } from '@/workflow/declared-tools';
import { freeToolName } from './free-tool-name';
import { listBuiltinRows, listDeclaredRows, listMatchingRows, listOfferedRows } from './tool-rows';
import { listServers } from './tool-sources';
import { collectUses } from './used-tools';

const url = 'https://harbour.test/mcp?token=abc';
const document = documentOf(
  {
    moor: { agent: 'pilot', tools: [{ name: 'own', script: { content: 'x' } }] },
    crew: { type: 'group', subtasks: { ask: { type: 'atomic', tools: ['harbour.*', 'note'] } } },
    send: { type: 'tool', tool: 'echo' },
    alone: { toolMode: 'exclusive', tools: ['task.moor.own', 'berth'] },
  },
  {
    agents: { pilot: { model: 'sim:fast', tools: ['harbour.*'], inheritTools: ['echo'] } },
    tools: {
      harbour: { mcp: { url, tool: '*' } },
      berth: { mcp: { url } },
      quay: { mcp: { url } },
      echo: { http: { url: 'https://echo.test/' } },
    },
  },
);
const planned = buildPlan(document, []);
if (!planned.ok) throw new Error(JSON.stringify(planned.error));
const uses = collectUses(planned.value, document);
const declared = listDeclaredTools(document);
const [server] = listServers(declared);

describe('the tools of a workflow', () => {
  it('are those of its settings, and those written in tasks at any depth', () => {
    expect(declared.map(({ name, within }) => [name, within])).toEqual([
      ['harbour', undefined],
      ['berth', undefined],
      ['quay', undefined],
      ['echo', undefined],
      ['own', 'task moor'],
    ]);
  });

  it('belong to servers, of which no more is shown than their host', () => {
    expect(listServers(declared)).toHaveLength(1);
    expect(server).toMatchObject({ label: 'harbour', host: 'harbour.test', mcp: { url } });
    expect(JSON.stringify([server?.label, server?.host])).not.toContain('abc');
  });

  it('belong to a server that is a process, where it has no address', () => {
    const mcp = { command: 'harbour-server' } as unknown as { url: string };
    expect(listServers([{ name: 'pilot', tool: { mcp }, within: undefined }])).toMatchObject([
      { label: 'pilot', host: undefined, mcp },
    ]);
  });

  it('are used by the tasks that the plan gives them to, and the agents that list them', () => {
    const rows = listDeclaredRows(declared, uses, () => undefined);
    expect(Object.fromEntries(rows.map((row) => [row.name, row.uses?.map(({ label }) => label)]))).toEqual({
      berth: ['crew/ask', 'alone'],
      quay: ['crew/ask'],
      echo: ['moor', 'crew/ask', 'send'],
      own: ['moor', 'alone'],
    });
    const note = listBuiltinRows(uses).find(({ name }) => name === 'note');
    expect(note?.uses).toEqual([{ label: 'crew/ask', taskPath: 'crew/ask', name: 'note' }]);
  });
});

describe('the tools that a server offers', () => {
  const offered = ['berth', '__proto__', 'a\u202eb'].map((name) => ({ name, description: `${name} of it` }));
  const rows = server === undefined ? [] : listOfferedRows(server, offered, declared, uses);

  it('are used one by one, and all together', () => {
    expect(rows.map((row) => row.uses?.map(({ label }) => label))).toEqual([
      ['crew/ask', 'alone', 'agent pilot', 'moor'],
      ['agent pilot', 'moor', 'crew/ask'],
      ['agent pilot', 'moor', 'crew/ask'],
    ]);
    expect(rows.map(({ declaredAs }) => declaredAs)).toEqual([['berth'], [], []]);
  });

  it('are found by words of their names and descriptions, shown as they are', () => {
    expect(listMatchingRows(rows, 'BERTH of').map(({ name }) => name)).toEqual(['berth']);
    expect(listMatchingRows(rows, 'u202e').map(({ label }) => label)).toEqual(['a\\u202eb']);
    expect(listMatchingRows(rows, 'crane')).toEqual([]);
  });

  it('tell of a declared one that is not among them', () => {
    const known = listDeclaredRows(declared, uses, () => offered);
    expect(known.map(({ name, isMissing }) => [name, isMissing])).toEqual([
      ['berth', false],
      ['quay', true],
      ['echo', false],
      ['own', false],
    ]);
    expect(known[0]?.description).toBe('berth of it');
  });

  it('get names that a workflow can have', () => {
    expect(freeToolName('berth', ['berth'])).toBe('berth_2');
    expect(freeToolName('read_file', [])).toBe('read_file_2');
    expect(freeToolName('find it!', [])).toBe('find_it_');
    expect(freeToolName('__proto__', [])).toBe('tool_proto__');
    expect(freeToolName('7up', [])).toBe('tool_7up');
    expect(freeToolName('\u202e', [])).toBe('_');
  });
});
