import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildPlan } from '@/plan/build-plan';
import { forecastAfter, forecastFork } from '@/plan/forecast/forecast-run';
import type { Plan } from '@/plan/plan';
import { documentOf } from '@/plan/plan.testing';
import { collectWrittenTasks } from '@/run/projections/written-tasks';
import type { RunEdit } from '@/run/run-edit';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import { createEngineHost } from '../engine-host';
import { answering, closePorts, follow, local, plansOf } from '../engine-host.testing';

const say = (description: string, more = {}) => ({ model: 'local:m', description, injectContext: false, ...more });
const planOf = (tasks: Readonly<Record<string, object>>): Plan => {
  const plan = buildPlan(documentOf(tasks), ['local']);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value;
};
const plan = planOf({
  first: say('Do first.'),
  second: say('Do second after {{first}}.', { dependsOn: ['first'] }),
  third: say('Do third after {{second}}.', { dependsOn: ['second'] }),
});

let stores: Stores;
const open = async (requests: Request[]) => {
  const scripts = { run: () => Promise.reject(new Error('No scripts here.')) };
  const host = await createEngineHost({ stores, locks: createMemoryRunLocks(), scripts, fetch: answering(requests) });
  await host.settings.saveProvider(local);
  return host;
};
type Host = Awaited<ReturnType<typeof open>>;
const endOf = async (host: Host, start: () => Promise<string>) => {
  const { kinds, until } = follow(host);
  const id = await start();
  await until(() => kinds().some((kind) => kind === 'run.completed' || kind === 'run.failed'));
  return id;
};
const promptsOf = async (requests: readonly Request[]) =>
  (await Promise.all(requests.map((request) => request.clone().text()))).map((text) => /Do [^"\\]*/.exec(text)?.[0]);

let source: string;
let requests: Request[];
let host: Host;

beforeEach(async () => {
  stores = createMemoryStores({ now: () => 0 });
  const first = await open([]);
  source = await endOf(first, () => plansOf(first).start({ workflowId: 'w', plan }));
  requests = [];
  host = await open(requests);
});
afterEach(closePorts);

const forkWith = (...edits: readonly RunEdit[]) => endOf(host, () => host.runner.fork({ executionId: source, edits }));
const eventsOf = (id: string) => stores.events.read(id);

describe('a fork in which a person wrote something', () => {
  it('gives the output that was written, and asks for what reads it', async () => {
    const fork = await forkWith({ path: 'task/first', of: 'output', text: 'my own words' });
    expect(await promptsOf(requests)).toEqual(['Do second after my own words.']);
    const ends = (await eventsOf(fork)).filter(({ kind }) => kind === 'task.completed');
    expect(ends.map(({ path, data }) => [path, 'written' in data])).toEqual([
      ['task/first', true],
      ['task/second', false],
      ['task/third', false],
    ]);
    // The answer is as before, so the third is kept.
    const state = await host.runner.stateAt(fork);
    expect([state?.totals.calls, state?.takenOver.calls]).toEqual([1, 1]);
  });

  it('gives the reply that was written, counts no call for it, and says who wrote it', async () => {
    const fork = await forkWith({ path: 'task/first/attempt/1/turn/1', of: 'result', text: 'a better reply' });
    expect(await promptsOf(requests)).toEqual(['Do second after a better reply.']);
    const [reply] = (await eventsOf(fork)).filter(({ kind }) => kind === 'model.replied');
    expect(reply).toMatchObject({ result: 'a better reply', written: true, data: { finishReason: 'stop' } });
    expect(reply?.taken).toBeUndefined();
    const state = await host.runner.stateAt(fork);
    expect([state?.totals.calls, state?.takenOver.calls]).toEqual([1, 1]);
  });

  it('sends the prompt that was written, and takes the rest over', async () => {
    const fork = await forkWith({ path: 'task/third/attempt/1/turn/1', of: 'prompt', text: 'Do it otherwise.' });
    expect(await promptsOf(requests)).toEqual(['Do it otherwise.']);
    const sent = (await eventsOf(fork)).filter(({ kind }) => kind === 'model.requested');
    expect(sent.map(({ path, written }) => [path, written])).toEqual([['task/third/attempt/1/turn/1', true]]);
    expect((await host.runner.stateAt(fork))?.takenOver.calls).toBe(2);
  });

  it('keeps a long text as a payload of its own, also for a fork of it', async () => {
    const text = 'long '.repeat(5000);
    const fork = await forkWith({ path: 'task/first', of: 'output', text });
    const again = await endOf(host, () =>
      host.runner.fork({ executionId: fork, edits: [{ path: 'task/second', of: 'output', text: 'short' }] }),
    );
    await host.runner.remove([source, fork]);
    const [, first] = (await eventsOf(again)).filter(
      ({ kind }) => kind === 'task.started' || kind === 'task.completed',
    );
    expect(first).toMatchObject({ path: 'task/first', full_result_len: text.length });
    expect((await promptsOf(requests)).at(-1)).toBe('Do third after short.');
    expect(requests).toHaveLength(2);
  });

  it('of a run that was continued with another workflow keeps what that kept, and asks for what reads the text', async () => {
    const changed = planOf({
      first: say('Do the first.'),
      second: say('Do the second after {{first}}.', { dependsOn: ['first'] }),
      third: say('Do third after {{second}}.', { dependsOn: ['second'] }),
      other: say('Do another.'),
    });
    const seq = (await eventsOf(source)).find(
      ({ kind, path }) => kind === 'task.completed' && path === 'task/second',
    )?.seq;
    const held = await endOf(host, () =>
      plansOf(host).fork({ executionId: source, plan: changed, holds: true, ...(seq !== undefined && { seq }) }),
    );
    expect(await promptsOf(requests)).toEqual(['Do another.', 'Do third after Done..']);
    requests.length = 0;
    const edits: readonly RunEdit[] = [{ path: 'task/second', of: 'output', text: 'my own words' }];
    const foreseen = forecastFork(await plansOf(host).earlierRuns(held, { plan: 'own' }), {
      written: collectWrittenTasks(edits),
    });
    expect([foreseen?.kept, foreseen?.asked]).toEqual([3, 1]);
    await endOf(host, () => host.runner.fork({ executionId: held, edits }));
    expect(await promptsOf(requests)).toEqual(['Do third after my own words.']);
    requests.length = 0;
    const reply = { path: 'task/first/attempt/1/turn/1', of: 'result', text: 'mine' } as const;
    await endOf(host, () => host.runner.fork({ executionId: held, edits: [reply] }));
    expect(await promptsOf(requests)).toEqual(['Do the second after mine.']);
    requests.length = 0;
    const prompt = { path: 'task/first/attempt/1/turn/1', of: 'prompt', text: 'Do it otherwise.' } as const;
    await endOf(host, () => host.runner.fork({ executionId: held, edits: [prompt] }));
    expect((await promptsOf(requests))[0]).toBe('Do it otherwise.');
  });

  it('is foreseen with what a person wrote before, from its end and from an event before', async () => {
    const fork = await forkWith({ path: 'task/first', of: 'output', text: 'my own words' });
    const foreseen = async (outline: { seq?: number; plan: 'own' | 'present' }, ...edits: RunEdit[]) => {
      const runs = await plansOf(host).earlierRuns(fork, outline);
      const found = forecastFork(runs, {
        ...(outline.plan === 'present' && { plan }),
        written: collectWrittenTasks(edits),
      });
      return [found?.kept, found?.asked, found?.costUsd];
    };
    expect(await foreseen({ plan: 'own' })).toEqual([3, 0, 0]);
    expect(await foreseen({ plan: 'own' }, { path: 'task/second', of: 'output', text: '' })).toEqual([2, 1, null]);
    // By its first event nothing has ended: what was written is still given, and the rest is asked as it was then.
    expect((await foreseen({ plan: 'own', seq: 1 })).slice(0, 2)).toEqual([1, 2]);
    expect((await foreseen({ plan: 'present' })).slice(0, 2)).toEqual([3, 0]);
  });

  it('is not taken for what a model gave by a run of the workflow', async () => {
    const fork = await forkWith({ path: 'task/first/attempt/1/turn/1', of: 'result', text: 'a better reply' });
    requests.length = 0;
    const foreseen = forecastAfter(plan, await plansOf(host).earlierRuns(fork));
    expect([foreseen?.kept, foreseen?.asked]).toEqual([3, 0]);
    const next = await endOf(host, () => plansOf(host).fork({ executionId: fork, plan }));
    expect(requests).toEqual([]);
    const [reply] = (await eventsOf(next)).filter(({ kind }) => kind === 'model.replied');
    expect(reply).toMatchObject({ result: 'Done.', taken: { run: source } });

    // Without the run that has what the model said, it is asked again.
    await host.runner.remove([source, next]);
    const alone = forecastAfter(plan, await plansOf(host).earlierRuns(fork));
    expect(alone?.tasks.get('first')?.forecast).toBe('asked');
    await endOf(host, () => plansOf(host).fork({ executionId: fork, plan }));
    expect((await promptsOf(requests))[0]).toBe('Do first.');
  });

  it('fails the task, and says why, where the output is not what its schema asks for', async () => {
    const strict = planOf({
      a: say('Do a.', { outputSchema: { type: 'object' }, errorHandling: { onError: 'fail' } }),
    });
    const run = await endOf(host, () => plansOf(host).start({ workflowId: 'w', plan: strict }));
    const edits: readonly RunEdit[] = [{ path: 'task/a', of: 'output', text: 'no object' }];
    const fork = await endOf(host, () => host.runner.fork({ executionId: run, edits }));
    const failed = (await eventsOf(fork)).find(({ kind }) => kind === 'task.failed');
    expect(failed?.error?.message).toMatch(/^The output that was written is not what output_schema asks for/);
  });
});
