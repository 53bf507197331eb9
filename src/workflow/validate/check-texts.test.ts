import { describe, expect, it } from 'vitest';
import { documentOf } from '../sample.testing';
import { checkRows, group, type Row, sequence, task } from './problems.testing';
import { validateDocument } from './validate';

describe('names', () => {
  const rows: readonly Row[] = [
    [
      'in variables are checked as in any text',
      {
        a: task({ variables: { v: ['{{b}}', '{{nowhere}}', '\\{{fine}}'], w: '{{v}}{{top}}' } }),
        b: task(),
        c: task({ variables: { v: '{{w}}', w: { deep: '{{v.x}}' } } }),
      },
      [
        'HED305 variables.bad',
        'HED304 tasks.a.variables.v[0]',
        'HED305 tasks.a.variables.v[1]',
        'HED324 tasks.c.variables.v',
      ],
      { variables: { top: 'x', bad: '{{a}}', fine: '{{top}}' } },
    ],
    [
      'in variables of the workflow must not go in a circle',
      { a: task({ description: '{{v}}' }) },
      ['HED324 variables.v'],
      { variables: { v: '{{w}}', w: '{{v}}' } },
    ],
    [
      'in variables of the workflow must lead to a value',
      { a: task() },
      ['HED305 variables.v'],
      { variables: { v: '{{w.y}}', w: { x: 1 } } },
    ],
    [
      'of earlier steps are there',
      { s: sequence(task({ id: 'a' }), task({ description: '{{a}} {{step_1}}' })) },
      ['HED305 tasks.s.steps[1].description'],
    ],
    ['of steps without an id are their numbers', { s: sequence(task(), task({ description: '{{step_1}}' })) }, []],
    [
      'of later steps are not there yet',
      { s: sequence(task({ description: '{{b}}' }), task({ id: 'b' })) },
      ['HED304 tasks.s.steps[0].description'],
    ],
    [
      'that an earlier step returns are there',
      {
        s: sequence(task({ returns: { title: 'output' } }), task({ description: '{{title}}' })),
      },
      [],
    ],
    [
      'that a part returns do not leave the task that holds it',
      {
        s: sequence(task({ returns: { title: 'output' } })),
        t: task({ dependsOn: ['s'], description: '{{title}}' }),
      },
      ['HED305 tasks.t.description'],
    ],
    [
      'of siblings of the holder are there if the holder waits for them',
      {
        a: task(),
        g: task({ type: 'group', dependsOn: ['a'], subtasks: { x: task({ description: '{{a}}' }) } }),
      },
      [],
    ],
    [
      'of siblings of the holder are not, if it does not',
      { a: task(), g: group({ x: task({ description: '{{a}}' }) }) },
      ['HED304 tasks.g.subtasks.x.description'],
    ],
    [
      'of the holder itself are not there',
      { g: group({ x: task({ description: '{{g}}' }) }) },
      ['HED305 tasks.g.subtasks.x.description'],
    ],
    [
      'of subtasks need a dependency',
      { g: group({ x: task(), y: task({ condition: 'tasks.x.output == 1' }) }) },
      ['HED304 tasks.g.subtasks.y.condition'],
    ],
    [
      'of subtasks are not there outside',
      { g: group({ x: task() }), t: task({ dependsOn: ['g'], description: '{{x}}' }) },
      ['HED305 tasks.t.description'],
    ],
    [
      'of inputs and variables of the holder are there',
      {
        s: task({
          type: 'sequential',
          inputs: { i: 1 },
          variables: { v: 1 },
          steps: [task({ description: '{{i}} {{v}}', condition: 'inputs.i == variables.v' })],
        }),
      },
      [],
    ],
    [
      'of inputs are not there for a task that is an input',
      {
        t: task({ inputs: { a: 1, b: { task: task({ description: '{{a}}' }) } } }),
      },
      ['HED305 tasks.t.inputs.b.task.description'],
    ],
    [
      'a map gives its items',
      {
        m: task({
          type: 'map',
          items: [1],
          innerTask: task({ description: '{{item}} {{index}} {{name}}', condition: 'item > 1' }),
        }),
      },
      [],
    ],
    [
      'a map gives are not there in itself',
      { m: task({ type: 'map', description: '{{item}}', innerTask: task() }) },
      ['HED305 tasks.m.description', 'HED525 tasks.m.description'],
    ],
    [
      'a reduce gives its parts',
      {
        r: task({
          type: 'reduce',
          innerTask: task({ description: '{{current_data}} {{item}}' }),
          reductionTask: task({ description: '{{current_result}} {{accumulator}} {{original_input}}' }),
        }),
      },
      [],
    ],
    [
      'of the accumulator are not there for the items',
      {
        r: task({ type: 'reduce', innerTask: task({ description: '{{accumulator}}' }), reductionTask: task() }),
      },
      ['HED305 tasks.r.inner_task.description'],
    ],
    [
      'of a loop are there in all that it repeats',
      {
        s: task({
          type: 'sequential',
          loop: { type: 'until', condition: 'content == last' },
          steps: [task({ description: '{{iteration}} {{last}}' })],
        }),
      },
      [],
    ],
    ['of a loop are not there outside', { a: task({ description: '{{iteration}}' }) }, ['HED305 tasks.a.description']],
    [
      'of directors and evaluators are there',
      {
        d: task({
          type: 'director_evaluator',
          director: task({ description: '{{verdict}} {{last_evaluator_output}}', outputSlot: 'verdict' }),
          evaluator: task({ description: '{{target_content}} {{stdout}} {{stderr}} {{exit_code}}' }),
        }),
      },
      [],
    ],
    [
      'the tries of best_of are there for its evaluator',
      {
        a: task({ bestOf: { n: 2, evaluator: task({ description: '{{tries}}' }) } }),
      },
      [],
    ],
    [
      'the state of a pipeline is there after its steps',
      {
        p: task({ type: 'pipeline', plan: ['x'], validate: 'state != "" && step != "x" && output != ""' }),
      },
      [],
    ],
    [
      'are looked for in a plan, a state and a query',
      {
        p: task({ type: 'pipeline', plan: ['{{x}}'], state: { from: 'y' }, stateTemplate: '{{z}} {state}' }),
        q: task({ type: 'pipeline', plan: { repeat: 2, step: '{{x}}' } }),
        r: task({ type: 'pipeline', plan: { from: 'x' } }),
        m: task({ type: 'associative_memory', query: '{{x}}' }),
        n: task({ type: 'map', items: { from: 'x' }, innerTask: task() }),
      },
      [
        'HED305 tasks.p.plan[0]',
        'HED305 tasks.p.state.from',
        'HED305 tasks.p.state_template',
        'HED305 tasks.q.plan.step',
        'HED305 tasks.r.plan.from',
        'HED305 tasks.m.query',
        'HED305 tasks.n.items.from',
      ],
    ],
    [
      'in tests of cases are those of an expression',
      {
        a: task(),
        c: task({
          type: 'cond',
          dependsOn: ['a'],
          cases: [{ test: 'output == tasks.a.output && ghost', task: task() }],
        }),
      },
      ['HED401 tasks.c.cases[0].test'],
    ],
    [
      'in keep are those of one result',
      {
        a: task({ limits: { cleanupStrategy: { type: 'custom', keep: 'status == "COMPLETE" && tasks.a.output' } } }),
      },
      ['HED305 tasks.a.limits.cleanup_strategy.keep'],
    ],
    [
      'of a tool are its parameters, and secrets where a server is asked',
      {
        a: task({
          tools: [
            {
              name: 'ask',
              parameters: { properties: { q: {} } },
              http: { url: 'https://x.org/{{q}}{{secrets.K}}{{p}}' },
            },
            { name: 'run', script: { content: 'x', stdin: '{{anything}}{{secrets.K}}' } },
          ],
        }),
      },
      ['HED305 tasks.a.tools[0].http.url', 'HED305 tasks.a.tools[1].script.stdin'],
    ],
    [
      'that a named agent reads must be there for nested tasks too',
      { s: sequence(task({ agent: 'w' })) },
      ['HED305 tasks.s.steps[0].agent'],
      { agents: { w: { system: '{{style}}' } } },
    ],
    [
      'that cannot be parsed are told in nested tasks',
      {
        m: task({
          type: 'map',
          innerTask: task({ condition: '1 +', description: '{{if x}}', inputs: { y: { from: 'a b' } } }),
        }),
      },
      [
        'HED402 tasks.m.inner_task.description',
        'HED402 tasks.m.inner_task.inputs.y.from',
        'HED401 tasks.m.inner_task.condition',
      ],
    ],
    [
      'in a context must be tasks',
      { a: task(), s: sequence(task({ context: { includeTasks: ['a', 'b'] } })) },
      ['HED305 tasks.s.steps[0].context.include_tasks[1]', 'HED512 context.exclude_tasks[0]'].toReversed(),
      { context: { excludeTasks: ['c'] } },
    ],
  ];
  checkRows(rows);

  it('are guessed with the fix, and the fix of a dependency names the path', () => {
    const document = documentOf(
      {
        g: { type: 'group', subtasks: { fetch: task(), b: task({ description: '{{fetch}}', dependsOn: ['fetsh'] }) } },
      },
      { defaultModel: 'sim:echo' },
    );
    const at = ['tasks', 'g', 'subtasks', 'b'];
    expect(validateDocument(document, [])).toMatchObject([
      { code: 'HED301', fix: { kind: 'replace', path: [...at, 'depends_on', 0], text: 'fetch' } },
      { code: 'HED304', fix: { kind: 'add_dependency', task: 'b', path: at, on: 'fetch' } },
    ]);
  });
});
