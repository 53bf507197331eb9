import { afterEach, expect, it } from 'vitest';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import { countAnsweredBefore, forecastAfter } from '@/plan/forecast/forecast-run';
import type { Plan } from '@/plan/plan';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { createEngineHost } from '../engine-host';
import { answering, chain, closePorts, follow, local, plansOf } from '../engine-host.testing';

afterEach(closePorts);

const say = (description: string, more = {}) => ({ model: 'local:m', description, ...more });
const planA = chain(say('Do A'), say('Then A {{a}}'), say('Last {{b}}'));
const planB = chain(say('Do B'), say('Then A {{a}}'), say('Last {{b}}'));
const others = chain(say('Do C'), say('Then A {{a}}', { reuse: 'never' }), say('Last {{b}}', { reuse: 'continued' }));

it('tells what an older run may answer where a text is changed back, and the run then asks nothing', async () => {
  const stores = createMemoryStores({ now: () => 0 });
  let requests: Request[] = [];
  const host = await createEngineHost({
    stores,
    locks: createMemoryRunLocks(),
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
    fetch: (input, init) => answering(requests)(input, init),
  });
  await host.settings.saveProvider(local);
  const plans = plansOf(host);
  const finish = async (start: () => Promise<string>) => {
    requests = [];
    const { updates, until } = follow(host);
    const id = await start();
    const isOver = ({ executionId, events }: (typeof updates)[number]) =>
      executionId === id && events.some(({ kind }) => kind === 'run.completed');
    await until(() => updates.some(isOver));
    return id;
  };
  const foresee = async (plan: Plan, id: string) => {
    const forecast = forecastAfter(plan, await plans.earlierRuns(id));
    if (forecast === undefined) throw new Error('There is no run.');
    return { ...forecast, before: countAnsweredBefore(plan, forecast, await plans.runsBefore(id)) };
  };

  const first = await finish(() => plans.start({ workflowId: 'w', plan: planA }));
  expect(await foresee(planB, first)).toMatchObject({ kept: 0, asked: 3, before: 0 });
  const second = await finish(() => plans.fork({ executionId: first, plan: planB }));
  expect(requests.length).toBeGreaterThan(0);
  const back = await foresee(planA, second);
  expect(back).toMatchObject({ kept: 0, asked: 3, before: 3 });
  expect(formatForecast(back)).toMatch(/^3 to run, up to 3 answered before, /);
  // What is asked of other runs in no case is not promised.
  expect(await foresee(others, second)).toMatchObject({ before: 0 });
  await finish(() => plans.fork({ executionId: second, plan: planA }));
  expect(requests).toHaveLength(0);
  // A run of another workflow is no older run of this one.
  const other = await finish(() => plans.start({ workflowId: 'other', plan: planB }));
  expect(await plans.runsBefore(other)).toEqual([]);
});
