import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { planOf } from '@/plan/plan.testing';
import type { EventQuery } from '@/run/event-query';
import { readResult } from '@/run/result-payload';
import { openForFork } from '../log/recording';
import type { ModelRequest } from '../ports/model-client';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

const index = {
  '/data/log.txt': 'run 123 log, beamline 4',
  '/data/notes.md': 'notes of the last meeting',
  '/data/other.txt': 'something else',
};
const find = (more: JsonObject = {}) => ({ type: 'associative_memory', query: 'What happened in run 123?', ...more });
const planFor = (task: object, settings: object = {}) => planOf({ find: task }, { memory: { index }, ...settings });
const asks = (prompt: ModelRequest) => prompt.messages.at(-1)?.content ?? '';
const matches = (...pairs: readonly (readonly [string, number])[]) =>
  JSON.stringify({ matches: pairs.map(([path, relevance]) => ({ path, relevance })) });

/** Runs a plan, and returns the result of the task `find`. */
async function resultIn(world: ReturnType<typeof createWorld>, plan: ReturnType<typeof planFor>) {
  const status = await world.run(plan);
  const end = world.emitted.find(({ kind, path }) => kind === 'task.completed' && path === 'task/find');
  const { text, ref } = end ? readResult(end) : { text: '', ref: undefined };
  const whole = ref === undefined ? text : ((await world.deps.blobs.get('run1', ref)) ?? '');
  const warnings = world.emitted.flatMap((event) => (event.kind === 'resource.warning' ? [event.data.message] : []));
  const failed = world.emitted.find(({ kind }) => kind === 'task.failed');
  return { status, warnings, failure: failed?.error, result: whole === '' ? undefined : JSON.parse(whole) };
}

describe('a memory match', () => {
  it('finds files by what is said about them and what is in them, where no model is set', async () => {
    const world = createWorld({ files: { '/data/other.txt': 'In run 123 the beam was lost.\n' } });
    const { result } = await resultIn(world, planFor(find()));
    expect(result.matches).toEqual([
      ['/data/log.txt', 'run 123 log, beamline 4'],
      ['/data/other.txt', 'something else'],
    ]);
    expect(result.context).toBe(
      '<files>\n/data/log.txt: run 123 log, beamline 4\n\n/data/other.txt: something else\nIn run 123 the beam was lost.\n\n</files>',
    );
    expect(world.models.requests).toEqual([]);
  });

  it('keeps to the constraints: most results, minimum relevance, bytes of the context', async () => {
    const files = { '/data/log.txt': 'x'.repeat(5000), '/data/other.txt': 'run 123' };
    const one = await resultIn(createWorld({ files }), planFor(find({ constraints: { maxResults: 1 } })));
    expect(one.result.matches).toHaveLength(1);
    const sure = await resultIn(createWorld({ files }), planFor(find({ constraints: { relevanceThreshold: 0.9 } })));
    expect(sure.result).toEqual({ context: '', matches: [] });
    const short = await resultIn(createWorld({ files }), planFor(find({ limits: { maxContextBytes: 300 } })));
    expect(short.result.context.length).toBeLessThan(330);
    expect(short.result.matches).toHaveLength(2);
  });

  it('asks nobody when there is nothing to match against', async () => {
    const world = createWorld();
    const plan = planOf({ find: find({ model: 'sim:fast' }) });
    expect((await resultIn(world, plan)).result).toEqual({ context: '', matches: [] });
    expect(world.models.requests).toEqual([]);
  });

  it('asks the model of the task, and reads what it chose', async () => {
    const world = createWorld({
      answer: () => matches(['/data/notes.md', 0.4], ['/data/log.txt', 0.9], ['/data/other.txt', 0.1]),
      files: { '/data/notes.md': 'We met.' },
    });
    const task = find({ model: 'sim:fast', constraints: { relevanceThreshold: 0.3 } });
    const { result } = await resultIn(world, planFor(task));
    expect(result.matches.map(([path]: [string]) => path)).toEqual(['/data/log.txt', '/data/notes.md']);
    expect(result.context).toContain('We met.');
    const [request] = world.models.requests;
    expect(request && asks(request)).toContain('<task>\nWhat happened in run 123?\n</task>');
    expect(request && asks(request)).toContain('/data/log.txt: run 123 log, beamline 4');
    expect(request?.outputSchema).toBeDefined();
  });

  it.each([
    ['an agent of the task', find({ agent: 'other' }), { agents: { other: { model: 'sim:agent' } } }, 'agent'],
    ['the agent “matcher”', find(), { agents: { matcher: { model: 'sim:matcher' } } }, 'matcher'],
  ])('asks %s', async (_whom, task, settings, model) => {
    const world = createWorld({ answer: () => matches(['/data/log.txt', 1]) });
    const { result } = await resultIn(world, planFor(task, settings));
    expect(result.matches).toHaveLength(1);
    expect(world.models.requests.map((request) => request.model.model)).toEqual([model]);
  });

  it('drops paths that are not in the index, with a warning', async () => {
    const world = createWorld({ answer: () => matches(['/etc/passwd', 1], ['/data/log.txt', 0.8]) });
    const { result, warnings } = await resultIn(world, planFor(find({ model: 'sim:fast' })));
    expect(result.matches.map(([path]: [string]) => path)).toEqual(['/data/log.txt']);
    expect(warnings.join()).toContain('“/etc/passwd”');
  });

  it('takes a second try when the first one fails', async () => {
    let calls = 0;
    const answer = () => {
      calls += 1;
      return calls <= 2 ? 'rubbish' : matches(['/data/log.txt', 1]);
    };
    const { status, result } = await resultIn(createWorld({ answer }), planFor(find({ model: 'sim:fast' })));
    expect(status).toBe('completed');
    expect(result.matches).toHaveLength(1);
  });

  it('asks nothing again in a fork of a run in which the first try failed', async () => {
    let calls = 0;
    const world = createWorld({
      answer: () => (++calls === 1 ? providerError('overloaded') : matches(['/data/log.txt', 1])),
    });
    const plan = planFor(find({ model: 'sim:fast' }));
    const first = await resultIn(world, plan);
    const source = {
      find: (query: EventQuery) => world.log.find('run1', query),
      blob: (ref: string) => world.deps.blobs.get('run1', ref),
    };
    const fork = createWorld();
    expect(await fork.run(plan, await openForFork(source, world.log.events.length))).toBe(first.status);
    expect(fork.models.requests).toEqual([]);
  });

  it('then fails with the reason', async () => {
    const world = createWorld({ answer: () => providerError('content_filter') });
    const { failure } = await resultIn(world, planFor(find({ model: 'sim:fast' })));
    expect(failure).toMatchObject({ code: 'TASK_FAILURE', details: { reason: 'context_generation' } });
    expect(world.models.requests).toHaveLength(2);
  });

  it('replays what it found, though the files have changed', async () => {
    const first = createWorld({ files: { '/data/log.txt': 'before' } });
    const before = await resultIn(first, planFor(find()));
    const log = first.log.events.filter(
      ({ kind }) => !kind.startsWith('task.completed') && !kind.startsWith('run.completed'),
    );
    const later = createWorld({ log, blobs: first.deps.blobs, files: { '/data/log.txt': 'after' } });
    expect((await resultIn(later, planFor(find()))).result).toEqual(before.result);
  });
});
