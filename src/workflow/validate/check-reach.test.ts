import { describe } from 'vitest';
import { checkRows, group, type Row, sequence, task } from './problems.testing';

describe('order', () => {
  const rows: readonly Row[] = [
    [
      'within a group must not go round',
      {
        g: group({
          a: task({ dependsOn: ['b'] }),
          b: task({ dependsOn: ['a'] }),
          c: task({ dependsOn: ['b'] }),
          d: task({ dependsOn: ['c'] }),
        }),
      },
      [
        'HED506 tasks.g.subtasks.c.depends_on',
        'HED506 tasks.g.subtasks.d.depends_on',
        'HED302 tasks.g.subtasks.a.depends_on[0]',
        'HED302 tasks.g.subtasks.b.depends_on[0]',
      ],
    ],
    [
      'of steps is that of the list',
      { s: sequence(task({ id: 'a', dependsOn: ['b'] }), task({ id: 'b', dependsOn: ['a', 'a'] })) },
      ['HED302 tasks.s.steps[0].depends_on[0]', 'HED303 tasks.s.steps[1].depends_on[1]'],
    ],
    [
      'does not reach out of a scope',
      { a: task(), g: group({ b: task({ dependsOn: ['a'] }) }) },
      ['HED301 tasks.g.subtasks.b.depends_on[0]'],
    ],
    [
      'means nothing for a part that stands alone',
      { a: task(), m: task({ type: 'map', innerTask: task({ dependsOn: ['a'] }) }) },
      ['HED301 tasks.m.inner_task.depends_on[0]'],
    ],
    [
      'needs steps with different ids',
      { s: sequence(task({ id: 'a' }), task({ id: 'a' }), task({ id: 'step_4' }), task()) },
      ['HED206 tasks.s.steps[1].id', 'HED206 tasks.s.steps[3]'],
    ],
    [
      'is not kept up by names that are ids',
      { g: group({ a: task({ returns: { b: 'output' } }), b: task() }) },
      ['HED307 tasks.g.subtasks.a.returns.b'],
    ],
  ];
  checkRows(rows);
});

describe('what can never run', () => {
  const rows: readonly Row[] = [
    [
      'is a task that runs if another fails, and waits for none',
      { a: task({ triggerRule: 'one_failed' }), b: task({ triggerRule: 'all_done' }) },
      ['HED506 tasks.a.trigger_rule'],
    ],
    [
      'is not a task that runs whatever happens before it',
      {
        a: task({ disabled: true }),
        b: task({ dependsOn: ['a'], triggerRule: 'all_done' }),
        c: task({ dependsOn: ['b'] }),
      },
      [],
    ],
    [
      'is not said of a trigger rule where nothing waits: that has no effect',
      {
        s: sequence(task(), task({ triggerRule: 'all_done' })),
        m: task({ type: 'map', items: [1], innerTask: task({ triggerRule: 'one_failed' }) }),
        g: group({ a: task(), b: task({ dependsOn: ['a'], triggerRule: 'one_failed' }) }),
      },
      ['HED525 tasks.s.steps[1].trigger_rule', 'HED525 tasks.m.inner_task.trigger_rule'],
    ],
    ['is a task whose condition is false', { a: task({ condition: '1 > 2' }) }, ['HED506 tasks.a.condition']],
    [
      'is a task that waits for skipped ones only',
      {
        a: task({ disabled: true }),
        b: task({ dependsOn: ['a'] }),
        c: task({ dependsOn: ['b'] }),
        d: task(),
        e: task({ dependsOn: ['a', 'd'] }),
      },
      ['HED506 tasks.b.depends_on', 'HED506 tasks.c.depends_on'],
    ],
    [
      'is a loop that does not begin',
      { a: task({ loop: { type: 'while', condition: 'false' } }) },
      ['HED506 tasks.a.loop.condition'],
    ],
    [
      'is a case after one that is true, a false one, and one that stands above',
      {
        c: task({
          type: 'cond',
          cases: [
            { test: 'false', task: task() },
            { test: 'variables.x', task: task() },
            { test: 'variables.x', task: task() },
            { test: 'true', task: task() },
            { test: 'variables.x == 2', task: task() },
          ],
          else: task(),
        }),
      },
      [
        'HED506 tasks.c.cases[0].test',
        'HED506 tasks.c.cases[2].test',
        'HED506 tasks.c.cases[4].test',
        'HED506 tasks.c.else',
      ],
      { variables: { x: 1 } },
    ],
    [
      'is no case that hangs on something',
      { c: task({ type: 'cond', cases: [{ test: 'true || variables.x', task: task() }], else: task() }) },
      [],
      { variables: { x: 1 } },
    ],
    [
      'is a test that has nothing before it',
      {
        s: sequence(
          task({ type: 'cond', cases: [{ test: 'output == 1', task: task() }] }),
          task({ type: 'cond', cases: [{ test: 'output == 1', task: task() }] }),
        ),
      },
      ['HED509 tasks.s.steps[0].cases[0].test'],
    ],
  ];
  checkRows(rows);
});
