import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forecastPart } from '@/plan/forecast/forecast-part';
import { forecastAfter } from '@/plan/forecast/forecast-run';
import { formatForecastReason } from '@/plan/forecast/forecast-words';
import { buildPartialPlan } from '@/plan/partial/partial-plan';
import type { RunTargets } from '@/plan/partial/run-targets';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import { createEngineHost } from '../engine-host';
import { answering, chain, closePorts, follow, local, plansOf } from '../engine-host.testing';

const say = (description: string, more = {}) => ({ model: 'local:m', description, ...more });
const plan = chain(
  say('Do first'),
  { type: 'group', subtasks: { part: { type: 'atomic', ...say('Do part') } } },
  say('Do third'),
);
const inRow = chain(say('Do first'), say('Do second {{a}}'), say('Do third'));
const long = 'A long reply. '.repeat(400);

let stores: Stores;
const open = async (requests: Request[], { answers, reply }: { answers?: number; reply?: string } = {}) => {
  const host = await createEngineHost({
    stores,
    locks: createMemoryRunLocks(),
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
    fetch: answering(requests, answers, reply),
  });
  await host.settings.saveProvider(local);
  return host;
};
type Host = Awaited<ReturnType<typeof open>>;
const endOf = async (host: Host, start: () => Promise<string>) => {
  const { updates, until } = follow(host);
  const id = await start();
  const isEnd = (kind: string) => kind === 'run.completed' || kind === 'run.failed';
  await until(() => updates.some(({ executionId, events }) => executionId === id && events.some((e) => isEnd(e.kind))));
  return id;
};
const promptsOf = async (requests: readonly Request[]) =>
  (await Promise.all(requests.map((request) => request.clone().text()))).map((text) => /Do \w+/.exec(text)?.[0]);
/** Removes the long texts of a run, as they are missing where it is imported from a file without them. */
async function losePayloads(id: string): Promise<void> {
  for (const { ref } of await stores.events.read(id)) if (ref !== undefined) await stores.blobs.remove(id, ref);
}

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
});
afterEach(closePorts);

describe('a run whose long texts are not stored any more', () => {
  it('is foreseen to give nothing of the tasks that had them, and a run then asks these', async () => {
    const first = await open([], { reply: long });
    const id = await endOf(first, () => plansOf(first).start({ workflowId: 'w', plan }));
    expect(forecastAfter(plan, await plansOf(first).earlierRuns(id))).toMatchObject({ kept: 3, asked: 0 });
    await losePayloads(id);
    const runs = await plansOf(first).earlierRuns(id);
    const foreseen = forecastAfter(plan, runs);
    expect(
      [...(foreseen?.tasks ?? [])].map(([path, { forecast, why }]) => [path, forecast, formatForecastReason(why)]),
    ).toEqual([
      ['a', 'asked', 'Its long output is not stored in the last run'],
      ['b/part', 'asked', 'Its long output is not stored in the last run'],
      ['b', 'asked', 'Because of part in it'],
      ['c', 'asked', 'Its long output is not stored in the last run'],
    ]);
    const requests: Request[] = [];
    const host = await open(requests, { reply: long });
    await endOf(host, () => plansOf(host).fork({ executionId: id, plan }));
    expect(await promptsOf(requests)).toEqual(['Do first', 'Do part', 'Do third']);

    // A part of the workflow that needs such a text does not start, and says what to run first.
    const only: RunTargets = { kind: 'only', tasks: [{ task: 'c' }] };
    expect(forecastPart(plan, only, runs)).toBeUndefined();
    expect(() => buildPartialPlan(plan, only, runs)).toThrow(/^c needs what b gives/);
  });

  it('still gives its short texts', async () => {
    const first = await open([]);
    const id = await endOf(first, () => plansOf(first).start({ workflowId: 'w', plan }));
    await losePayloads(id);
    expect(forecastAfter(plan, await plansOf(first).earlierRuns(id))).toMatchObject({ kept: 3, asked: 0 });
  });

  it('does not hand on what a person wrote, but says where to write it again', async () => {
    const host = await open([]);
    const id = await endOf(host, () => plansOf(host).start({ workflowId: 'w', plan }));
    const edits = [{ path: 'task/b', of: 'output' as const, text: long }];
    const fork = await endOf(host, () => host.runner.fork({ executionId: id, edits }));
    for (const { text } of (await stores.executions.get(fork))?.forkedFrom?.edits ?? []) {
      await stores.blobs.remove(fork, text.ref ?? '');
    }
    await expect(host.runner.fork({ executionId: fork })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'The output that was written for b is not stored any more.',
      advice: 'Write it again: What if, at b.',
    });
    const again = await endOf(host, () => host.runner.fork({ executionId: fork, edits }));
    expect((await stores.executions.get(again))?.status).toBe('completed');
  });
});

describe('a fork of a run that was removed', () => {
  it('still gives what a person wrote when it is resumed, and a fork of it has everything that it took', async () => {
    const first = await open([]);
    const source = await endOf(first, () => plansOf(first).start({ workflowId: 'w', plan: inRow }));
    const requests: Request[] = [];
    const host = await open(requests, { answers: 0 });
    const edits = [
      { path: 'task/a', of: 'output' as const, text: 'other words' },
      { path: 'task/c', of: 'output' as const, text: 'the end, as I wrote it' },
    ];
    const fork = await host.runner.fork({ executionId: source, edits });
    await expect.poll(() => requests.length).toBe(1);
    await host.runner.pause(fork);
    await host.runner.remove([source]);

    const next = await open(requests);
    const resumed = await endOf(next, async () => {
      await next.runner.resume(fork);
      return fork;
    });
    const state = await next.runner.stateAt(resumed);
    expect(state?.tasks.get('c')).toMatchObject({ status: 'ok', result: { text: 'the end, as I wrote it' } });
    const asked = requests.length;
    const again = await endOf(next, () => next.runner.fork({ executionId: fork }));
    expect([requests.length, (await next.runner.stateAt(again))?.status]).toEqual([asked, 'completed']);
  });
});
