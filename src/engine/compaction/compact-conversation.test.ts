import { describe, expect, it } from 'vitest';
import type { Message } from '@/plan/message';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import type { ModelRequest } from '../ports';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

const estimate = (text: string) => Math.ceil(text.length / 4);
const tokensOf = ({ messages, tools = [] }: ModelRequest) => estimate(JSON.stringify([messages, tools]));
const fact = 'Decision: the port is 8443';

/** A model that reads a file in each of so many turns, and says something in some of them. */
function reader(count: number, said: Readonly<Record<number, string>> = {}) {
  let turn = 0;
  return (request: ModelRequest): Scripted => {
    if (request.tools === undefined)
      return JSON.stringify({ summary: 'Read.', keyOutputs: [], decisions: [], errors: [] });
    // By the number of the call, so that a run that is taken up hears the same.
    turn = Number(/turn\/(\d+)$/.exec(request.idempotencyKey)?.[1]);
    const tokens = { inputTokens: tokensOf(request), outputTokens: 30 };
    if (turn > count) return { ...tokens, content: 'Read it all.' };
    const call = { id: `c${turn}`, name: 'read_file', arguments: JSON.stringify({ path: '/notes.txt', offset: turn }) };
    return { ...tokens, content: said[turn] ?? '', finishReason: 'tool_calls', toolCalls: [call] };
  };
}

const notes = { '/notes.txt': 'A line about nothing in particular.\n'.repeat(20) };
const readPlan = (compaction: object | undefined, limits: object = {}) =>
  planOf(
    { read: { description: 'Read the notes.', limits: { maxTurns: 400, ...limits } } },
    compaction === undefined ? {} : { compaction },
  );

/** Whether each call of a tool is followed by its answers, and no answer stands alone. */
function isPaired(messages: readonly Message[]): boolean {
  const open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.shift() !== message.toolCallId) return false;
    } else {
      if (open.length > 0) return false;
      if (message.role === 'assistant') open.push(...(message.toolCalls ?? []).map(({ id }) => id));
    }
  }
  return open.length === 0;
}

const done = (events: readonly RunEvent[]) => events.filter((event) => event.kind === 'compaction.done');

describe('a long conversation', () => {
  it('ends at the window where nothing is compacted', async () => {
    const world = createWorld({ answer: reader(200), files: notes, windowTokens: 8000 });
    expect(await world.run(readPlan(undefined))).toBe('failed');
  });

  it('of 200 turns stays within a window of 8,000 tokens, and remembers a decision of its third turn', async () => {
    const world = createWorld({ answer: reader(200, { 3: fact }), files: notes, windowTokens: 8000 });
    expect(await world.run(readPlan({ enabled: true }))).toBe('completed');
    const { requests } = world.models;
    expect(requests).toHaveLength(201);
    expect(Math.max(...requests.map(tokensOf))).toBeLessThan(8000 - 4096);
    expect(requests.every(({ messages }) => isPaired(messages))).toBe(true);
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain(fact);
    expect(requests.every(({ messages }) => messages[0]?.content.endsWith('Read the notes.'))).toBe(true);
    const compactions = done(world.log.events);
    expect(compactions.length).toBeGreaterThan(3);
    expect(compactions.length).toBeLessThan(100);
  });
});
