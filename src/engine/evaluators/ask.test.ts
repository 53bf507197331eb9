import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { createWorld } from '../testing/world.testing';

type World = ReturnType<typeof createWorld>;
type Options = NonNullable<Parameters<typeof createWorld>[0]>;
const stateOf = ({ log }: World) => reduceRun(emptyRun, log.events);
const instanceOf = (world: World, id: string) => stateOf(world).tasks.get(id);
const kindsOf = ({ log }: World) => log.events.map(({ kind }) => kind);

const release = {
  type: 'ask',
  message: 'Release {{V}}?',
  form: {
    decision: { type: 'choice', options: ['yes', 'no'], required: true },
    note: { default: 'of {{V}}' },
    count: { type: 'number' },
    sure: { type: 'boolean' },
  },
};
const tasks = {
  release,
  which: {
    type: 'cond',
    dependsOn: ['release'],
    cases: [{ test: "tasks.release.output.decision == 'yes'", task: { type: 'script', inputs: { went: 'out' } } }],
    else: { type: 'script', inputs: { went: 'back' } },
  },
};
const plan = planOf(tasks, { variables: { V: '2.0' } });
const answering = (answer: JsonObject) => ({ person: () => JSON.stringify(answer) }) satisfies Options;

describe('a task that asks a person', () => {
  it('shows a form, has an object of its fields as its result, and later tasks branch on it', async () => {
    const world = createWorld(answering({ decision: 'yes', count: 3 }));
    expect(await world.run(plan)).toBe('completed');
    expect(world.person.questions).toMatchObject([
      {
        kind: 'input',
        path: 'task/release/attempt/1/ask/1',
        text: 'Release 2.0?',
        form: { note: { default: 'of 2.0' } },
      },
    ]);
    expect(instanceOf(world, 'release')).toMatchObject({
      result: { text: '{"decision":"yes","note":"of 2.0","count":3,"sure":false}' },
    });
    expect(instanceOf(world, 'which')).toMatchObject({ result: { text: '{"went":"out"}' } });
    const other = createWorld(answering({ decision: 'no' }));
    await other.run(plan);
    expect(instanceOf(other, 'which')).toMatchObject({ result: { text: '{"went":"back"}' } });
  });

  it('says why an answer does not fit, and takes none of these', async () => {
    const world = createWorld({ person: () => ({ wait: true }) });
    const running = world.run(plan);
    const asked = await until(() => world.person.questions[0]);
    const problemOf = async (answer: unknown) =>
      asked.problemOf?.(typeof answer === 'string' ? answer : JSON.stringify(answer));
    expect(await problemOf({ decision: 'yes' })).toBeUndefined();
    expect(await problemOf('yes')).toContain('not an object');
    expect(await problemOf({})).toBe('decision: It is required.');
    expect(await problemOf({ decision: 'maybe' })).toBe('decision: Choose one of yes, no.');
    expect(await problemOf({ decision: 'yes', count: '3' })).toBe('count: This is not a number.');
    expect(await problemOf({ decision: 'yes', sure: 1, other: 1 })).toContain('other: The form has no such field.');
    expect(await problemOf('{"decision":"yes","__proto__":{"count":1}}')).toContain('no such field');
    world.stop.abort();
    await running;
  });

  it('never takes an answer that does not fit, whoever gives it', async () => {
    const world = createWorld(answering({ decision: 'maybe' }));
    expect(await world.run(plan)).toBe('failed');
    expect(instanceOf(world, 'release')).toMatchObject({ error: { details: { reason: 'answer' } } });
  });

  it('asks once: an answer that is in the log is never asked for again', async () => {
    const world = createWorld(answering({ decision: 'yes' }));
    await world.run(plan);
    const given = world.log.events.findIndex(({ kind }) => kind === 'input.provided');
    for (const end of [given, given + 1]) {
      const resumed = createWorld({ log: world.log.events.slice(0, end), ...answering({ decision: 'no' }) });
      expect(await resumed.run(plan)).toBe('completed');
      expect(resumed.person.questions).toHaveLength(end === given ? 1 : 0);
      expect(kindsOf(resumed).filter((kind) => kind === 'input.requested')).toHaveLength(1);
    }
  });

  it('takes a file of the workflow only', async () => {
    const asking = planOf({ a: { type: 'ask', message: 'Which?', form: { file: { type: 'file', required: true } } } });
    const world = createWorld({ person: () => ({ wait: true }), files: { '/a.md': 'x' } });
    const running = world.run(asking);
    const asked = await until(() => world.person.questions[0]);
    const problemOf = async (file: string) => asked.problemOf?.(JSON.stringify({ file }));
    expect(await problemOf('/a.md')).toBeUndefined();
    expect(await problemOf('/b.md')).toBe('file: The workflow has no file /b.md.');
    expect(await problemOf('/../a.md')).toContain('not a path of a file');
    world.stop.abort();
    await running;
  });
});

describe('a deadline of a question', () => {
  const late = { ...release, deadlineMs: 60_000 };
  const waits: Options = { person: () => ({ wait: true }) };
  const form = { ...release.form, decision: { ...release.form.decision, default: 'no' } };
  const variables = { V: '2.0' };

  it('fails the task, skips it, or answers with the defaults', async () => {
    const failed = createWorld(waits);
    expect(await failed.run(planOf({ release: late }, { variables }))).toBe('failed');
    expect(instanceOf(failed, 'release')).toMatchObject({ error: { details: { reason: 'deadline' } } });
    const skipped = createWorld(waits);
    expect(await skipped.run(planOf({ release: { ...late, onDeadline: 'skip' } }, { variables }))).toBe('completed');
    expect(instanceOf(skipped, 'release')).toMatchObject({ status: 'skipped', reason: 'deadline' });
    const filled = createWorld(waits);
    expect(await filled.run(planOf({ release: { ...late, form, onDeadline: 'default' } }, { variables }))).toBe(
      'completed',
    );
    expect(instanceOf(filled, 'release')).toMatchObject({
      result: { text: expect.stringContaining('"decision":"no"') },
    });
    expect(filled.clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(stateOf(filled).questions.size).toBe(0);
  });

  it('does not begin anew when a run is resumed, and is not asked about again once it is over', async () => {
    const asking = planOf({ release: { ...late, form, onDeadline: 'default' } }, { variables });
    const world = createWorld(waits);
    await world.run(asking);
    const { events } = world.log;
    const asked = events.findIndex(({ kind }) => kind === 'input.requested') + 1;
    const resumed = createWorld({ log: events.slice(0, asked), ...waits });
    await resumed.clock.runUntil(resumed.clock.sleep(45_000, resumed.stop.signal));
    const before = resumed.clock.now();
    expect(await resumed.run(asking)).toBe('completed');
    expect(resumed.clock.now() - before).toBeLessThan(60_000);
    const missed = events.findIndex(({ kind }) => kind === 'input.provided') + 1;
    const later = createWorld({ log: events.slice(0, missed), ...answering({ decision: 'yes' }) });
    expect(await later.run(asking)).toBe('completed');
    expect(later.person.questions).toEqual([]);
    expect(instanceOf(later, 'release')).toMatchObject({
      result: { text: expect.stringContaining('"decision":"no"') },
    });
  });
});

/** Waits until there is a value. */
async function until<T>(value: () => T | undefined): Promise<NonNullable<T>> {
  for (;;) {
    const found = value();
    if (found !== undefined && found !== null) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
