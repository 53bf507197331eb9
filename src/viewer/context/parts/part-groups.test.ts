import { describe, expect, it } from 'vitest';
import type { ContextChoice, ContextPlan } from '@/plan/context/context-plan';
import type { SentPart } from '@/plan/message';
import { groupRows, listPartRows } from './part-groups';
import { listThoughtfulMessages, readPartText } from './part-text';

const block = [
  '=== RELEVANT CONTEXT ===',
  '',
  'Task: a (relevance: 1.00)',
  'Task: b (relevance: 1.00) is a trap',
  '',
  '',
  'Task: b (relevance: 0.40)',
  '[Output was truncated]',
  'ünd',
  '',
  '=== END CONTEXT (2 tasks, 40 bytes) ===',
].join('\n');
const user = `${block}\n\nSum up`;
const messages = [
  { role: 'system' as const, content: 'Be terse' },
  { role: 'user' as const, content: user },
  { role: 'assistant' as const, content: '', toolCalls: [{ name: 'note', arguments: '{}' }] },
  { role: 'tool' as const, content: 'noted', name: 'note' },
];
const part = (kind: SentPart['kind'], message: number, start: number, end: number, tokens: number): SentPart => ({
  kind,
  from: [],
  message,
  start,
  end,
  messages: kind === 'conversation' ? 2 : 1,
  bytes: end - start,
  tokens,
});
const choice = (id: string, over: Partial<ContextChoice>): ContextChoice => ({
  id,
  relevance: 1,
  rule: 'direct',
  verdict: 'whole',
  reason: 'relevant',
  bytes: 35,
  shown: 35,
  truncated: false,
  ...over,
});
const plan: ContextPlan = {
  choices: [
    choice('a', {}),
    choice('b', { relevance: 0.4, rule: 'transitive', verdict: 'shortened', bytes: 14_200, shown: 4 }),
    choice('c', { verdict: 'out', reason: 'max_tasks' }),
  ],
  unlisted: 0,
  tasks: 2,
  bytes: 39,
  maxTasks: 2,
  maxBytes: 40,
  minRelevance: 0.4,
};
const told = {
  parts: [
    part('system', 0, 0, 8, 10),
    part('context', 1, 0, block.length, 101),
    part('description', 1, block.length + 2, user.length, 5),
    part('conversation', 2, 0, 0, 30),
  ],
  tools: [{ name: 'note' }, { name: 'read_file' }],
  toolBytes: 400,
  otherTokens: 54,
  plan,
  compactedFrom: {},
};
const rows = listPartRows(told);

describe('what a call was told, by groups', () => {
  it('has the groups in their order, each with its letter and sum', () => {
    expect(groupRows(rows).map(({ letter, tokens }) => `${letter} ${tokens}`)).toEqual([
      'A 10',
      'C 101',
      'E 30',
      'F 54',
      'G 5',
    ]);
  });

  it('shares the tokens of the block out among the outputs in it, none lost', () => {
    expect(rows.filter(({ group }) => group === 'injected').map(({ label, tokens }) => [label, tokens])).toEqual([
      ['a', 91],
      ['b', 10],
    ]);
  });

  it('says why an output is in, and how much of it', () => {
    const [whole, shortened] = rows.filter(({ group }) => group === 'injected');
    expect(whole).toMatchObject({ why: 'Direct dependency', how: 'Whole' });
    expect(shortened).toMatchObject({ why: 'Dependency 2 steps back', how: 'Shortened from 14 kB', bytes: 4 });
  });

  it('has the declarations of tools as they were counted, and the frames of the messages beside them', () => {
    const tools = { ...part('tools', 0, 0, 0, 50), messages: 0, bytes: 380 };
    const own = listPartRows({ ...told, parts: [...told.parts, tools], otherTokens: 4 });
    expect(own.filter(({ group }) => group === 'tools')).toMatchObject([
      { key: 'tools', label: 'note and 1 more', bytes: 380, tokens: 50, source: { kind: 'tools' } },
    ]);
    expect(own.find(({ key }) => key === 'frame')).toMatchObject({ tokens: 4 });
  });

  it('counts, in calls of older versions, what is sent besides the parts with the tools, or by itself where there are none', () => {
    expect(rows.find(({ group }) => group === 'tools')).toMatchObject({ label: 'note and 1 more', tokens: 54 });
    const bare = listPartRows({ ...told, tools: [] });
    expect(bare.find(({ key }) => key === 'frame')).toMatchObject({ group: 'task', tokens: 54 });
  });
});

describe('the text of a part', () => {
  const textOf = (key: string) => {
    const row = rows.find((one) => one.key === key);
    return row && readPartText(row.source, messages, '[{"name":"note"}]');
  };

  it('is cut out of its message', () => {
    expect(textOf('system')).toBe('Be terse');
    expect(textOf('description')).toBe('Sum up');
  });

  it('is one output of the block, even where another heading stands in it', () => {
    expect(textOf('context a')).toBe('Task: b (relevance: 1.00) is a trap');
    expect(textOf('context b')).toBe('ünd');
  });

  it('is the messages of a part of several, and the schemas of tools', () => {
    expect(textOf('conversation')).toBe('Assistant:\nnote({})\n\nTool note:\nnoted');
    expect(textOf('tools')).toContain('"name": "note"');
  });
});

it('gives the turns of a conversation one by one where models thought before some of them, and only there', () => {
  const source = { kind: 'message' as const, part: { ...part('conversation', 2, 0, 0, 10), messages: 2 } };
  expect(listThoughtfulMessages(source, messages)).toEqual([]);
  const thought = messages.map((message) =>
    message.role === 'assistant' ? { ...message, origin: { parts: [{ kind: 'reasoning', text: 'Hm.' }] } } : message,
  );
  expect(listThoughtfulMessages(source, thought)).toEqual(thought.slice(2));
  expect(listThoughtfulMessages({ kind: 'message', part: part('compacted', 2, 0, 0, 1) }, thought)).toEqual([]);
  expect(readPartText(source, thought, '')).not.toContain('Hm.');
});
