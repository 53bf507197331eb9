import { describe } from 'vitest';
import { checkRows, group, type Row, sequence, task } from './problems.testing';

describe('parts', () => {
  const rows: readonly Row[] = [
    ['of a map', { a: task({ type: 'map' }) }, ['HED310 tasks.a']],
    ['of a sequence', { a: task({ type: 'sequential' }), b: sequence() }, ['HED310 tasks.a', 'HED310 tasks.b']],
    ['of a reduce', { a: task({ type: 'reduce' }) }, ['HED310 tasks.a']],
    [
      'of a cond',
      { a: task({ type: 'cond' }), b: task({ type: 'cond', cases: [{ test: 'variables.x' }] }) },
      ['HED310 tasks.a', 'HED310 tasks.b'],
      { variables: { x: 1 } },
    ],
    [
      'of a director-evaluator',
      {
        a: task({ type: 'director_evaluator' }),
        b: task({ type: 'director_evaluator', mode: 'static', director: task() }),
      },
      ['HED310 tasks.a', 'HED310 tasks.b'],
    ],
    [
      'of a call, a pipeline, a match and a decomposition',
      {
        a: task({ type: 'call' }),
        b: task({ type: 'pipeline' }),
        c: task({ type: 'associative_memory' }),
        d: task({ type: 'reparse' }),
      },
      ['HED310 tasks.a', 'HED310 tasks.b', 'HED310 tasks.c', 'HED310 tasks.d'],
    ],
    [
      'of loops',
      {
        a: task({ loop: { type: 'repeat' } }),
        b: task({ loop: { type: 'while' } }),
        c: task({ loop: { type: 'until' } }),
      },
      ['HED310 tasks.a', 'HED310 tasks.b', 'HED310 tasks.c'],
    ],
    ['of best_of', { a: task({ bestOf: {} }) }, ['HED310 tasks.a', 'HED310 tasks.a']],
    [
      'of a custom strategy',
      { a: task({ limits: { cleanupStrategy: 'custom' } }) },
      ['HED310 limits.cleanup_strategy', 'HED310 hooks.post_task[0].checkpoint_and_prune', 'HED310 tasks.a'],
      {
        limits: { cleanupStrategy: { type: 'custom' } },
        hooks: { postTask: [{ checkpointAndPrune: { strategy: 'custom' } }] },
      },
    ],
    ['of a definition', {}, ['HED310 library.f'], { library: { f: {} } }],
    [
      'are asked for in nested tasks',
      { s: sequence(group({ x: task({ type: 'map' }) })) },
      ['HED310 tasks.s.steps[0].subtasks.x'],
    ],
  ];
  checkRows(rows);
});

describe('evaluators', () => {
  const judged = (outputSchema: object) => ({
    d: task({ type: 'director_evaluator', director: task(), evaluator: task({ outputSchema }) }),
  });
  const at = 'tasks.d.evaluator.output_schema';
  const rows: readonly Row[] = [
    [
      'may have a schema of what is asked',
      judged({ type: 'object', properties: { success: { type: 'boolean' }, feedback: { type: ['string', 'null'] } } }),
      [],
    ],
    ['may have a schema that is composed', judged({ anyOf: [{ type: 'object' }] }), []],
    ['must give an object', judged({ type: 'string' }), [`HED315 ${at}.type`]],
    [
      'must have the fields',
      judged({ type: 'object', properties: { ok: { type: 'boolean' } } }),
      [`HED315 ${at}.properties`],
    ],
    [
      'must have the fields of their kind',
      judged({ properties: { success: { type: 'string' }, feedback: {} } }),
      [`HED315 ${at}.properties.success`],
    ],
    [
      'of best_of choose',
      {
        a: task({
          bestOf: {
            n: 2,
            evaluator: task({ outputSchema: { properties: { choice: { type: 'boolean' }, reason: {} } } }),
          },
        }),
      },
      ['HED315 tasks.a.best_of.evaluator.output_schema.properties.choice'],
    ],
  ];
  checkRows(rows);
});
