import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import { createCopiedFiles } from '../effects/copied-files';
import type { ModelRequest } from '../ports/model-client';
import { createMemoryFiles } from '../testing/memory-files.testing';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

/** Number of the try that a request belongs to; 0: it is the evaluator's. */
const tryOf = ({ idempotencyKey }: ModelRequest) => Number(/\/try\/(\d+)\//.exec(idempotencyKey)?.[1] ?? 0);

const choosing = (choice: unknown) => JSON.stringify({ choice, reason: 'It is the best.' });
const evaluator = { type: 'atomic', description: 'Choose of {{tries}}' };
const planFor = (task: object = {}, n = 3) => planOf({ a: { bestOf: { n, evaluator }, ...task } });

const eventOf = <K extends RunEvent['kind']>({ log }: World, kind: K, path = 'task/a') =>
  log.events.find((event): event is EventOf<K> => event.kind === kind && event.path === path);

describe('the best of several tries', () => {
  it('is what the evaluator chooses, with its reason', async () => {
    const world = createWorld({
      answer: (request) => (tryOf(request) === 0 ? choosing(2) : `{"try": ${tryOf(request)}}`),
    });
    await world.run(planFor());
    expect(eventOf(world, 'task.completed')).toMatchObject({
      result: '{"try": 2}',
      data: { notes: { best_of: { choice: 2, reason: 'It is the best.' } }, usage: { inputTokens: 40 } },
    });
    const asked = world.models.requests.at(-1);
    expect(asked?.messages.at(-1)?.content).toContain(
      JSON.stringify([1, 2, 3].map((n) => ({ n, content: `{"try": ${n}}`, output: { try: n } }))),
    );
    expect(asked?.outputSchema).toMatchObject({ required: ['choice', 'reason'] });
    expect(world.models.peak()).toBe(3);
  });

  it('is told to an evaluator that does not name the tries', async () => {
    const world = createWorld({ answer: (request) => (tryOf(request) === 0 ? choosing(1) : `try ${tryOf(request)}`) });
    await world.run(planOf({ a: { bestOf: { n: 2, evaluator: { type: 'atomic', description: 'Choose' } } } }));
    expect(world.models.requests.at(-1)?.messages.at(-1)?.content).toContain('<tries>[{"n":1,"content":"try 1"');
  });

  it('may be of whole pipelines, each of which goes on where it stood', async () => {
    const plan = planOf({
      a: { type: 'pipeline', plan: { repeat: 3, step: 'go' }, stateTemplate: '{state}', bestOf: { n: 2, evaluator } },
    });
    const answer = (request: ModelRequest) =>
      tryOf(request) === 0 ? choosing(2) : `${request.messages.at(-1)?.content}${tryOf(request)}`;
    const whole = createWorld({ answer });
    await whole.run(plan);
    expect(eventOf(whole, 'task.completed')?.result).toBe('222');
    const { events } = whole.log;
    for (let cut = 0; cut < events.length; cut++) {
      const log = events.slice(0, cut);
      const world = createWorld({ answer, log });
      await world.run(plan);
      const replies = log.filter(({ kind }) => kind === 'model.replied').length;
      expect(world.models.requests, `cut after event ${cut}`).toHaveLength(7 - replies);
      expect(eventOf(world, 'task.completed')).toMatchObject({ result: '222', data: { usage: { inputTokens: 70 } } });
    }
  });

  it('leaves out tries that fail', async () => {
    const world = createWorld({
      answer: (request): Scripted => {
        if (tryOf(request) === 0) return choosing(3);
        return tryOf(request) === 1 ? providerError('auth') : `try ${tryOf(request)}`;
      },
    });
    await world.run(planFor());
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'try 3' });
    expect(world.models.requests.at(-1)?.messages.at(-1)?.content).not.toContain('"n":1');
  });

  it('may be chosen by a text, if the schema of the evaluator is its own', async () => {
    const properties = { choice: { type: 'string' }, reason: { type: 'string' } };
    const own = { ...evaluator, outputSchema: { type: 'object', properties } };
    const world = createWorld({
      answer: (request) => (tryOf(request) === 0 ? choosing('2') : `try ${tryOf(request)}`),
    });
    await world.run(planOf({ a: { bestOf: { n: 2, evaluator: own } } }));
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'try 2' });
  });

  it('is the one that is left, without a question', async () => {
    const world = createWorld({
      answer: (request) => (tryOf(request) === 2 ? 'try 2' : providerError('auth')),
    });
    await world.run(planFor());
    expect(eventOf(world, 'task.completed')).toMatchObject({
      result: 'try 2',
      data: { notes: { best_of: { choice: 2 } } },
    });
    expect(world.models.requests).toHaveLength(3);
  });

  it('fails with the first failure if all fail', async () => {
    const world = createWorld({
      answer: (request) => providerError(tryOf(request) === 1 ? 'auth' : 'bad_request'),
    });
    await world.run(planFor());
    expect(eventOf(world, 'task.failed')?.error).toMatchObject({ details: { kind: 'auth' } });
  });

  it('is asked for again, and then fails, if the evaluator chooses what is not there', async () => {
    const world = createWorld({ answer: (request) => (tryOf(request) === 0 ? choosing(4) : 'x') });
    await world.run(planFor());
    expect(world.models.requests).toHaveLength(3 + 2);
    expect(eventOf(world, 'task.failed')?.error).toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  it('fails likewise where the schema of the evaluator allows any choice', async () => {
    const properties = { choice: { type: 'integer' }, reason: { type: 'string' } };
    const own = { ...evaluator, outputSchema: { type: 'object', properties } };
    const world = createWorld({ answer: (request) => (tryOf(request) === 0 ? choosing(4) : 'x') });
    await world.run(planFor({ bestOf: { n: 3, evaluator: own } }));
    expect(eventOf(world, 'task.failed')?.error).toMatchObject({
      code: 'INVALID_OUTPUT',
      message: expect.stringContaining('which is none of 1, 2, 3'),
      retryable: true,
    });
  });
});

/** Each try reads a file and writes it with its own number. */
function writing(request: ModelRequest): Scripted {
  const n = tryOf(request);
  if (n === 0) return choosing(2);
  const call = (name: string, args: object) => ({
    content: '',
    finishReason: 'tool_calls' as const,
    toolCalls: [{ id: name, name, arguments: JSON.stringify(args) }],
  });
  const said = request.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  if (said.length === 0) return call('write_file', { path: '/draft.md', content: `draft ${n}` });
  if (said.length === 1) return { ...call('read_file', { path: '/draft.md' }), latencyMs: 10 * n };
  return said.at(-1) ?? '';
}

describe('the files of several tries', () => {
  const plan = planFor({ tools: ['write_file', 'read_file'] }, 2);

  it('are copies, of which the chosen one stays', async () => {
    const world = createWorld({ answer: writing, files: { '/draft.md': 'before', '/other.md': 'same' } });
    await world.run(plan);
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'draft 2' });
    expect(world.files.texts()).toEqual({ '/draft.md': 'draft 2', '/other.md': 'same' });
  });

  it('are written once, and no turn is paid for twice, if a later turn gets no answer at first', async () => {
    let unanswered = 0;
    const world = createWorld({
      answer: (request) => {
        const isLater = request.messages.at(-1)?.role === 'tool';
        return isLater && unanswered++ === 0 ? providerError('overloaded') : writing(request);
      },
      files: { '/draft.md': 'before' },
    });
    await world.run(plan);
    const replied = world.log.events.filter(({ kind }) => kind === 'model.replied' || kind === 'tool.called');
    // Three turns and two tools of each try, and the evaluator.
    expect(new Set(replied.map(({ path }) => path)).size).toBe(11);
    expect(replied).toHaveLength(11);
    expect(world.models.requests).toHaveLength(8);
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'draft 2', data: { attempts: 1 } });
  });

  it('are as they were when a run is taken up again, wherever it was interrupted', async () => {
    const blobs = createMemoryBlobs();
    const whole = createWorld({ answer: writing, blobs, files: { '/draft.md': 'before' } });
    await whole.run(plan);
    const { events } = whole.log;
    const ended = events.findIndex(({ kind, path }) => kind === 'task.completed' && path === 'task/a');
    for (let cut = 0; cut <= ended; cut++) {
      const log = events.slice(0, cut);
      const world = createWorld({ answer: writing, blobs, log, files: { '/draft.md': 'before' } });
      await world.run(plan);
      expect(eventOf(world, 'task.completed')?.result, `cut after event ${cut}`).toBe('draft 2');
      expect(world.files.texts(), `cut after event ${cut}`).toEqual({ '/draft.md': 'draft 2' });
    }
  });

  it('are listed with what was written and without what was removed, be it text or not', async () => {
    const files = createMemoryFiles({ '/a.md': 'a', '/b.md': 'b' });
    const run = {
      deps: { files },
      journal: { step: async (_step: unknown, perform: () => unknown) => perform() },
      history: { steps: new Map() },
    } as unknown as Parameters<typeof createCopiedFiles>[0];
    const copy = createCopiedFiles(run, 'task/a/attempt/1/try/1');
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0]);
    await copy.write('/c.bin', bytes);
    await copy.remove('/a.md');
    expect(await copy.list()).toEqual([
      { path: '/b.md', bytes: 1 },
      { path: '/c.bin', bytes: 5 },
    ]);
    expect(await copy.read('/c.bin')).toEqual(bytes);
    expect(await copy.read('/a.md')).toBeUndefined();
    expect(files.texts()).toEqual({ '/a.md': 'a', '/b.md': 'b' });
    await copy.apply();
    expect((await files.list()).map(({ path }) => path)).toEqual(['/b.md', '/c.bin']);
  });
});
