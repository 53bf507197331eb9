import { describe } from 'vitest';
import { checkRows, type Row, sequence, task } from './problems.testing';

describe('settings that work against each other', () => {
  const rows: readonly Row[] = [
    [
      'voting and best_of',
      { a: task({ voting: {}, bestOf: { n: 2, evaluator: task() } }) },
      ['HED316 tasks.a.best_of'],
    ],
    [
      'a pattern that is none',
      { a: task({ voting: { redFlags: { patterns: ['(?i)ok', '('] } } }) },
      ['HED404 tasks.a.voting.red_flags.patterns[1]'],
    ],
    [
      'limits',
      {
        a: task({
          limits: {
            maxStdoutBytes: 9,
            maxStderrBytes: 9,
            maxCombinedBytes: 8,
            maxStoredBytes: 1,
            externalStorageThreshold: 2,
          },
        }),
      },
      [
        'HED507 tasks.a.limits.max_stdout_bytes',
        'HED507 tasks.a.limits.max_stderr_bytes',
        'HED507 tasks.a.limits.external_storage_threshold',
      ],
    ],
    [
      'limits of the workflow and its context',
      {},
      [
        'HED507 limits.max_output_tokens',
        'HED507 context.max_bytes',
        'HED507 context.max_tasks',
        'HED507 limits.cleanup_strategy.keep',
      ],
      {
        limits: {
          maxTotalTokens: 5,
          maxOutputTokens: 6,
          maxContextBytes: 1,
          maxContextTasks: 1,
          cleanupStrategy: { type: 'lru', keep: 'true' },
        },
        context: { maxBytes: 2, maxTasks: 2 },
      },
    ],
    [
      'a first state that no round hands on',
      { a: task({ loop: { type: 'repeat', count: 2, state: { n: '1' }, initialState: { n: 0, m: 0 } } }) },
      ['HED507 tasks.a.loop.initial_state.m'],
    ],
    [
      'progress where no model is asked',
      {
        a: { type: 'script', script: { content: 'x' }, loop: { type: 'repeat', count: 2, progress: {} } },
        b: task({ type: 'sequential', steps: [task()], loop: { type: 'repeat', count: 2, progress: {} } }),
        c: task({
          type: 'sequential',
          steps: [{ type: 'script', script: { content: 'x' } }],
          loop: { type: 'repeat', count: 2, progress: {} },
        }),
      },
      ['HED507 tasks.a.loop.progress', 'HED507 tasks.c.loop.progress'],
    ],
    [
      'what a loop of a director ends as',
      {
        a: {
          type: 'director_evaluator',
          director: task(),
          evaluator: task(),
          onUnaccepted: 'complete',
        },
      },
      ['HED507 tasks.a.on_unaccepted'],
    ],
    [
      'loops',
      {
        a: task({ loop: { type: 'repeat', count: 2, condition: 'true' } }),
        b: task({ loop: { type: 'until', count: 2, condition: 'output' } }),
      },
      ['HED507 tasks.a.loop.condition', 'HED507 tasks.b.loop.count'],
    ],
    [
      'retries of what is not retried',
      { a: task({ errorHandling: { onError: 'skip', maxRetries: 2 } }) },
      ['HED507 tasks.a.error_handling.max_retries'],
    ],
    [
      'contexts',
      {
        b: task(),
        a: task({ injectContext: false, context: { mode: 'none', includeTasks: ['b'], excludeTasks: ['b'] } }),
      },
      [
        'HED507 tasks.a.context.exclude_tasks[0]',
        'HED507 tasks.a.context.include_tasks',
        'HED507 tasks.a.context.include_tasks',
      ],
    ],
    [
      'a wait for nobody, and a decomposition that is off',
      { a: task({ inputTimeoutMs: 5, disableReparsing: true, reparse: {} }) },
      ['HED507 tasks.a.input_timeout_ms', 'HED507 tasks.a.reparse'],
    ],
    [
      'timeouts',
      { a: task({ type: 'script', limits: { timeoutMs: 5 }, script: { timeoutMs: 6 } }) },
      ['HED507 tasks.a.script.timeout_ms'],
    ],
    [
      'an input that hides a variable',
      { s: sequence(task({ inputs: { x: 1 }, variables: { x: 2 } })) },
      ['HED508 tasks.s.steps[0].inputs.x'],
    ],
    ['a retention of nothing', {}, ['HED507 retention.keep_last'], { retention: { keepDays: 0, keepLast: 0 } }],
    [
      'a hook that asks what it need not',
      {},
      ['HED507 hooks.post_task[0].checkpoint_and_prune.keep'],
      {
        hooks: { postTask: [{ checkpointAndPrune: { strategy: 'lru', keep: 'true' } }] },
      },
    ],
    [
      'a hook with an expression that is none',
      {},
      ['HED401 hooks.post_task[0].checkpoint_and_prune.keep'],
      {
        hooks: { postTask: [{ checkpointAndPrune: { strategy: 'custom', keep: '1 +' } }] },
      },
    ],
    [
      'paths that are not absolute',
      {},
      ['HED317 memory.index.data/x'],
      { memory: { index: { '/a': '', 'C:\\b': '', 'data/x': '' } } },
    ],
  ];
  checkRows(rows);
});
