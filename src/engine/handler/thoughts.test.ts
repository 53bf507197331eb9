import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { AssistantMessage, ReplyOrigin } from '@/plan/message';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { turns } from '../testing/calling-model.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

const note = (text: string) => [{ name: 'note', args: { text } }];
const says = turns(note('one'), note('two'));

/** A model that thinks before each turn. The sealed part names the turn. */
function thinking(request: ModelRequest): Scripted {
  const said = says(request);
  const turn = request.messages.filter(({ role }) => role === 'assistant').length + 1;
  const origin: ReplyOrigin = {
    by: 'sim:echo',
    parts: [
      { kind: 'reasoning', text: `Thought ${turn}`, opaque: { maker: { signature: `sealed ${turn}` } } },
      ...(typeof said === 'string'
        ? ([{ kind: 'text', length: said.length }] as const)
        : ([{ kind: 'call' }] as const)),
    ],
    tokens: 7,
  };
  return { ...(typeof said === 'string' ? { content: said } : said), origin, reasoningTokens: 7, outputTokens: 20 };
}

const originsIn = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).flatMap((message) =>
    message.role === 'assistant' ? [(message as AssistantMessage).origin?.parts[0]] : [],
  );
const plan = planOf({ a: { tools: ['note'] }, b: { dependsOn: ['a'] } });
const sealed = (turn: number) => ({
  kind: 'reasoning',
  text: `Thought ${turn}`,
  opaque: { maker: { signature: `sealed ${turn}` } },
});

describe('what a model thinks', () => {
  it('goes back with every turn of its conversation, unmodified, and to nobody else', async () => {
    const world = createWorld({ answer: thinking });
    await world.run(plan);
    expect(originsIn(world.models.requests[2])).toEqual([sealed(1), sealed(2)]);
    const other = world.models.requests[3];
    expect(JSON.stringify(other?.messages)).not.toContain('Thought');
  });

  it('is on record for a person to read, apart from the answer, and counted apart', async () => {
    const world = createWorld({ answer: thinking });
    await world.run(plan);
    const [first] = world.log.events.filter((event) => event.kind === 'model.replied');
    expect(first).toMatchObject({
      data: { reasoning: { text: 'Thought 1' }, usage: { outputTokens: 20, reasoningTokens: 7 } },
    });
    const asked = world.log.events.filter((event) => event.kind === 'model.requested');
    const prompts = await Promise.all(asked.map(({ ref = '' }) => world.deps.blobs.get('run1', ref)));
    expect(prompts[1]).toContain('Thought 1');
    expect(prompts.join()).not.toContain('sealed');
    expect(world.log.events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/a')).toMatchObject({
      data: { usage: { reasoningTokens: 21 } },
    });
  });

  it('goes back after a reload too', async () => {
    const first = createWorld({ answer: thinking });
    await first.run(plan);
    const cut = first.log.events.findIndex(({ kind, path }) => kind === 'tool.called' && path.includes('turn/2')) + 1;
    const log = first.log.events.slice(0, cut);
    const later = createWorld({ answer: thinking, log, blobs: first.deps.blobs });
    await later.run(plan);
    expect(originsIn(later.models.requests[0])).toEqual([sealed(1), sealed(2)]);
  });
});

describe('a reply that says nothing', () => {
  it('is sent back once, and then fails its task in words that say so', async () => {
    const answer = () => ({ content: '', reasoningTokens: 12, outputTokens: 12 });
    const world = createWorld({ answer });
    await world.run(planOf({ a: {} }));
    expect(world.models.requests).toHaveLength(2);
    expect(world.log.events.find(({ kind }) => kind === 'task.failed')).toMatchObject({
      error: {
        code: 'INVALID_OUTPUT',
        message: expect.stringContaining('It thought (12 tokens), and gave no answer.'),
      },
    });
  });
});

describe('a request that is too long for the server', () => {
  const refused = new AppError('PROVIDER_ERROR', 'The prompt is too long for echo (400).', {
    details: { kind: 'bad_request', reason: 'context_too_long', limit: 300 },
  });

  it('is compacted and asked again, in the middle of a loop of tools', async () => {
    let turn = 0;
    const answer = (request: ModelRequest): Scripted => {
      if (JSON.stringify(request.messages).length / 4 > 300) return refused;
      turn += 1;
      const call = { id: `call_${turn}`, name: 'note', arguments: JSON.stringify({ text: `${turn}`.repeat(400) }) };
      return turn > 3 ? 'done' : { content: '', finishReason: 'tool_calls', toolCalls: [call] };
    };
    const world = createWorld({ answer });
    const status = await world.run(planOf({ a: { tools: ['note'] } }, { compaction: {} }));
    expect(world.log.events.filter(({ kind }) => kind === 'compaction.done').length).toBeGreaterThan(0);
    expect(status).toBe('completed');
  });

  it('fails with the figures where there is nothing to compact', async () => {
    const world = createWorld({ answer: () => refused });
    await world.run(planOf({ a: {} }));
    expect(world.log.events.find(({ kind }) => kind === 'task.failed')).toMatchObject({
      error: { code: 'RESOURCE_EXHAUSTION', details: { resource: 'context', limit: 300 } },
    });
  });
});

it('does not believe a server that claims a billion tokens', async () => {
  const world = createWorld({ answer: () => ({ content: 'ok', inputTokens: 1e9, outputTokens: 5 }) });
  await world.run(planOf({ a: {} }));
  const end = world.log.events.find(({ kind }) => kind === 'task.completed');
  expect(end).toMatchObject({ data: { usage: { estimated: true } } });
  expect(world.log.events.find(({ kind }) => kind === 'resource.warning')).toMatchObject({
    data: { message: expect.stringContaining('which is impossible') },
  });
});
