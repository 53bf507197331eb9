import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { createWorld } from '../testing/world.testing';

const shell = (content: string, more: object = {}) => ({ type: 'script', script: { content }, ...more });

/** Runs tasks in which every script whose text is `fail` exits with 1. Gives the status of the run and of each task. */
async function runTasks(tasks: Readonly<Record<string, object>>, variables = {}) {
  const world = createWorld({
    script: ({ content }) => (content === 'fail' ? { exitCode: 1, stderr: 'no harbour' } : { stdout: content }),
  });
  const status = await world.run(planOf(tasks, { variables }));
  const ends = [...reduceRun(emptyRun, world.log.events).tasks].map(([id, task]) => [
    id,
    task.status === 'skipped' ? task.reason : task.status,
  ]);
  return { world, status, ends: Object.fromEntries(ends) as Record<string, string> };
}

describe('a skipped task', () => {
  it.each([
    'tasks.a.status == "SKIPPED"',
    'tasks.a.output == null',
    'tasks.a.content == "" && tasks.a.error == null',
    'tasks.a.usage.input_tokens == 0 && tasks.a.usage.cost_usd == 0',
    'tasks.a == null',
    'null == tasks["a"]',
    '!(tasks.a != null) && tasks.z != null',
    'tasks[variables.which] == null',
  ])('has a record that an expression can ask: %s', async (condition) => {
    const { ends, status } = await runTasks(
      {
        a: shell('a', { condition: 'variables.no' }),
        z: shell('z'),
        b: shell('b', { dependsOn: ['a', 'z'], condition }),
      },
      { no: false, which: 'a' },
    );
    expect(ends).toEqual({ a: 'condition', z: 'ok', b: 'ok' });
    expect(status).toBe('completed');
  });
});

describe('a trigger rule', () => {
  it('all_done lets a task run whatever the end of what it waits for', async () => {
    const { ends, status, world } = await runTasks({
      works: shell('yes'),
      fails: shell('fail'),
      off: shell('off', { disabled: true }),
      below: shell('x', { dependsOn: ['fails'] }),
      sum: {
        description: '{{works}} {{fails.status}} {{fails.error.message}} {{off.status}} {{below.status}}',
        dependsOn: ['works', 'fails', 'off', 'below'],
        triggerRule: 'all_done',
        injectContext: false,
      },
      after: shell('x', { dependsOn: ['sum'], inputs: { s: { from: 'fails.status' } } }),
    });
    expect(ends).toMatchObject({ fails: 'failed', off: 'disabled', below: 'upstream_failed', sum: 'ok', after: 'ok' });
    expect(world.models.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      expect.stringMatching(/^yes FAILED .*no harbour.* SKIPPED SKIPPED$/s),
    ]);
    // The failure still counts.
    expect(status).toBe('failed');
  });

  it('one_failed lets a task run if one that it waits for failed, or was skipped because of a failure', async () => {
    const { ends } = await runTasks({
      works: shell('yes'),
      fails: shell('fail'),
      below: shell('x', { dependsOn: ['fails'] }),
      mend: shell('mend', { dependsOn: ['works', 'below'], triggerRule: 'one_failed' }),
    });
    expect(ends).toMatchObject({ below: 'upstream_failed', mend: 'ok' });
  });

  it('one_failed skips a task if nothing before it failed, and what waits for that one alone', async () => {
    const { ends, status } = await runTasks({
      works: shell('yes'),
      carries_on: shell('fail', { errorHandling: { onError: 'continue' } }),
      off: shell('off', { disabled: true }),
      mend: shell('mend', { dependsOn: ['works', 'carries_on', 'off'], triggerRule: 'one_failed' }),
      after: shell('x', { dependsOn: ['mend'] }),
      join: shell('x', { dependsOn: ['mend', 'works'] }),
    });
    expect(ends).toMatchObject({ mend: 'none_failed', after: 'upstream_skipped', join: 'ok' });
    expect(status).toBe('completed');
  });

  it('does not take the place of a condition', async () => {
    const { ends } = await runTasks({
      fails: shell('fail'),
      other: shell('x', {
        dependsOn: ['fails'],
        triggerRule: 'one_failed',
        condition: 'tasks.fails.error.code == "AUTH"',
      }),
      this: shell('x', {
        dependsOn: ['fails'],
        triggerRule: 'one_failed',
        condition: 'tasks.fails.status == "FAILED" && tasks.fails.notes.exit_code == 1',
      }),
    });
    expect(ends).toMatchObject({ other: 'condition', this: 'ok' });
  });

  it('works in a group, whose failure still counts', async () => {
    const { ends, status } = await runTasks({
      g: {
        type: 'group',
        subtasks: { a: shell('fail'), b: shell('b', { dependsOn: ['a'], triggerRule: 'all_done' }) },
      },
    });
    expect(ends).toMatchObject({ 'g/a': 'failed', 'g/b': 'ok', g: 'failed' });
    expect(status).toBe('failed');
  });
});
