import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/plan/message';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import type { ModelRequest } from '../ports/model-client';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

const estimate = (text: string) => Math.ceil(text.length / 4);
const tokensOf = ({ messages, tools = [] }: ModelRequest) => estimate(JSON.stringify([messages, tools]));
/** Whether a request fits, with room for the reply. */
const fits = (request: ModelRequest, window: number) => tokensOf(request) <= window - request.maxOutputTokens;
const fact = 'Decision: the port is 8443';

/** A model that reads a file in each of so many turns, and writes text in some of them. */
function reader(count: number, said: Readonly<Record<number, string>> = {}) {
  let turn = 0;
  return (request: ModelRequest): Scripted => {
    if (request.tools === undefined)
      return JSON.stringify({ summary: 'Read.', keyOutputs: [], decisions: [], errors: [] });
    // By the number of the call, so that a resumed run gets the same answers.
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
    { read: { description: 'Read the notes.', tools: ['read_file'], limits: { maxTurns: 400, ...limits } } },
    compaction === undefined ? {} : { compaction },
  );

/** Whether each tool call is followed by its answers, and each answer has its call. */
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

  it('is left alone while it fits, and with `manual` also when it does not', async () => {
    for (const [turns, trigger, status] of [
      [5, 'on_complete', 'completed'],
      [5, 'batch', 'completed'],
      [200, 'manual', 'failed'],
    ] as const) {
      const world = createWorld({ answer: reader(turns), files: notes, windowTokens: 8000 });
      expect(await world.run(readPlan({ trigger }))).toBe(status);
      expect(done(world.log.events)).toEqual([]);
    }
  });

  it('is shortened from a number of characters on, be the window known or not', async () => {
    const world = createWorld({ answer: reader(20, { 2: fact }), files: notes });
    expect(await world.run(readPlan({ trigger: 'on_threshold', threshold: 6000 }))).toBe('completed');
    const sizes = world.models.requests.map(({ messages }) => JSON.stringify(messages).length);
    expect(Math.max(...sizes)).toBeLessThan(10_000);
    expect(done(world.log.events)[0]?.data).toMatchObject({ of: 'conversation', trigger: 'on_threshold', tasks: [] });
    expect(JSON.stringify(world.models.requests.at(-1)?.messages)).toContain(fact);
  });

  it('keeps of an answer that alone is too long what there is room for', async () => {
    const files = { '/notes.txt': `start ${'of a long file '.repeat(3000)}` };
    const world = createWorld({ answer: reader(3, { 1: fact }), files, windowTokens: 8000 });
    expect(await world.run(readPlan({}))).toBe('completed');
    const last = world.models.requests[1]?.messages.at(-1);
    expect(last?.role).toBe('user');
    expect(last?.content).toContain('tart of a long file of a long file');
    expect(last?.content).toContain(' […]');
    expect((last?.content.length ?? 0) / 4).toBeGreaterThan(1500);
    expect(JSON.stringify(world.models.requests.at(-1)?.messages)).toContain(fact);
  });

  it('is told in the words of the agent, or of the template where that fails', async () => {
    const agent = { model: 'sim:compactor' };
    const heard = createWorld({ answer: reader(60, { 3: fact }), files: notes, windowTokens: 8000 });
    expect(await heard.run(readPlan({ agent }))).toBe('completed');
    const last = JSON.stringify(heard.models.requests.at(-1)?.messages);
    expect(last).toContain(': Read.');
    expect(last).toContain(fact);

    const answer = reader(60, { 3: fact });
    const failing = (request: ModelRequest) => (request.tools === undefined ? providerError('auth') : answer(request));
    const world = createWorld({ answer: failing, files: notes, windowTokens: 8000 });
    expect(await world.run(readPlan({ agent }))).toBe('completed');
    expect(done(world.log.events)[0]?.data).toMatchObject({ by: 'template', why: 'The provider said: auth.' });
    expect(JSON.stringify(world.models.requests.at(-1)?.messages)).toContain(fact);
  });

  it('by an agent is counted once, wherever the run was interrupted', async () => {
    const agent = { model: 'sim:compactor' };
    const plan = readPlan({ agent });
    const whole = createWorld({ answer: reader(26), files: notes, windowTokens: 8000 });
    await whole.run(plan);
    const { events } = whole.log;
    const endOf = (log: readonly RunEvent[]) => log.find((event) => event.kind === 'task.completed');
    const sent = whole.models.requests;
    const input = sent.reduce((sum, request) => sum + (request.tools === undefined ? 10 : tokensOf(request)), 0);
    expect(done(events).map(({ data }) => data.usage?.inputTokens)).toEqual([10, 10]);
    expect(endOf(events)?.data.usage?.inputTokens).toBe(input);
    for (const { seq } of done(events)) {
      for (const cut of [seq, seq + 3]) {
        const log = events.slice(0, cut);
        const again = createWorld({
          answer: reader(26),
          files: notes,
          windowTokens: 8000,
          log,
          blobs: whole.deps.blobs,
        });
        await again.run(plan);
        expect(endOf(again.log.events)?.data.usage).toEqual(endOf(events)?.data.usage);
      }
    }
  });

  it('keeps what was replaced, and says what stands for it', async () => {
    const world = createWorld({ answer: reader(40), files: notes, windowTokens: 8000 });
    await world.run(readPlan({}));
    const [first, second] = done(world.log.events);
    expect(first?.path).toMatch(/^task\/read\/attempt\/1\/turn\/\d+\/compact\/1$/);
    expect(first?.result).toContain('of this conversation stand here in short.]');
    expect(first?.data.tokensAfter).toBeLessThan(first?.data.tokensBefore ?? 0);
    const turns = [...(second?.result ?? '').matchAll(/^(?:- )?Turn (-?\d+)/gm)].map(([, turn]) => Number(turn));
    expect(turns.length).toBeGreaterThan(2);
    expect(turns).toEqual(turns.map((_, index) => index + 1));
    const before = JSON.parse((await world.deps.blobs.get('run1', second?.data.before.ref ?? '')) ?? '') as Message[];
    expect(before).toHaveLength(second?.data.messages ?? 0);
    expect(before[0]?.content).toBe(
      await world.deps.blobs.get('run1', first?.ref ?? '').then((text) => text ?? first?.result),
    );
  });

  it('fits whatever the window, the turns and what is said in them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5200, max: 12_000 }),
        fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 1, maxLength: 25 }),
        fc.constantFrom('aggressive', 'moderate', 'comprehensive'),
        async (windowTokens, sizes, strategy) => {
          const said = Object.fromEntries(sizes.map((size, index) => [index + 1, 'w '.repeat(size / 2)]));
          const world = createWorld({ answer: reader(sizes.length, { ...said, 1: fact }), files: notes, windowTokens });
          const compaction = { strategy, preserve: ['decisions'] };
          expect(await world.run(readPlan(compaction))).toBe('completed');
          const { requests } = world.models;
          expect(requests.every(({ messages }) => isPaired(messages))).toBe(true);
          expect(requests.every((request) => fits(request, windowTokens))).toBe(true);
          expect(JSON.stringify(requests.at(-1)?.messages)).toContain(fact);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    ['by template', {}],
    ['by an agent', { agent: { model: 'sim:compactor' } }],
  ])('sends the same wherever the run was cut, compacted %s', async (_how, compaction) => {
    const plan = readPlan(compaction);
    const whole = createWorld({ answer: reader(26, { 3: fact }), files: notes, windowTokens: 8000 });
    await whole.run(plan);
    const sent = new Map(whole.models.requests.map(({ idempotencyKey, messages }) => [idempotencyKey, messages]));
    for (let cut = 5; cut < whole.log.events.length; cut += 13) {
      const log = whole.log.events.slice(0, cut);
      const again = createWorld({
        answer: reader(26, { 3: fact }),
        files: notes,
        windowTokens: 8000,
        log,
        blobs: whole.deps.blobs,
      });
      expect(await again.run(plan)).toBe('completed');
      for (const { idempotencyKey, messages } of again.models.requests) {
        expect(messages).toEqual(sent.get(idempotencyKey));
      }
    }
  });

  it('takes the turns that were taken as they were, though the window has become another one', async () => {
    const whole = createWorld({ answer: reader(26, { 3: fact }), files: notes, windowTokens: 8000 });
    await whole.run(readPlan({}));
    const half = whole.log.events.findIndex(({ kind, path }) => kind === 'model.replied' && path.endsWith('turn/20'));
    const again = createWorld({
      answer: reader(26, { 3: fact }),
      files: notes,
      windowTokens: 6000,
      log: whole.log.events.slice(0, half + 1),
      blobs: whole.deps.blobs,
    });
    expect(await again.run(readPlan({}))).toBe('completed');
    expect(again.models.requests).toHaveLength(7);
    expect(again.models.requests.every((request) => fits(request, 6000))).toBe(true);
  });
});
