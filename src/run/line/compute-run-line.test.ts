import { describe, expect, it } from 'vitest';
import type { RunForecast } from '@/plan/forecast/forecast';
import type { EventDraft } from '../events';
import { runOf, started } from '../run-of.testing';
import type { RunState } from '../run-state';
import { computeRunClock } from '../time-taken';
import { computeRunLine } from './compute-run-line';
import { formatRunSentence, type RunLine, type RunLineFacts } from './run-line';
import type { RunOutlook } from './run-outlook';

const begin = { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 3 } } as const;
const beginDry = { ...begin, data: { ...begin.data, isDry: true } } as const;
const completed = { kind: 'run.completed', path: '', data: { durationMs: 1 } } as const;
const failed = { kind: 'run.failed', path: '', data: { durationMs: 1 } } as const;
const ok = (id: string, artifact?: string): EventDraft => ({
  kind: 'task.completed',
  path: `task/${id}/attempt/1`,
  result: 'text',
  data: {
    status: 'COMPLETE',
    attempts: 1,
    usage: null,
    durationMs: 1,
    ...(artifact === undefined ? {} : { artifact }),
  },
});
const start = (id: string, type = 'atomic'): EventDraft => started(`task/${id}/attempt/1`, type);
const fails = (id: string, message: string): EventDraft => ({
  kind: 'task.failed',
  path: `task/${id}/attempt/1`,
  error: { code: 'SCRIPT_FAILED', message } as never,
  data: { attempts: 1, usage: null, durationMs: 1 },
});
const skipped = (id: string): EventDraft => ({
  kind: 'task.skipped',
  path: `task/${id}/attempt/1`,
  data: { reason: 'upstream_failed', because: 'fetch' },
});
const paused = (reason: 'person' | 'key'): EventDraft => ({ kind: 'run.paused', path: '', data: { reason } });
const asks: EventDraft = {
  kind: 'input.requested',
  path: 'task/release/attempt/1/ask/1',
  task: 'Send it?',
  data: { kind: 'input' },
};

const noon = Date.parse('2026-01-01T00:00:00.000Z');
const facts: RunLineFacts = {
  now: noon + 7000,
  clockMs: undefined,
  run: undefined,
  isDry: false,
  name: 'Run 4',
  place: undefined,
  nextServer: undefined,
  owner: 'here',
  isTakenAway: false,
  isOutOfRoom: false,
  isReading: false,
  getLabel: (provider) => provider,
  waits: [],
  past: undefined,
  taskCount: 9,
  problems: [],
  outlook: undefined,
  forecast: undefined,
  dependents: new Map(),
};
const outlook: RunOutlook = {
  calls: { low: 2, high: 6 },
  costUsd: { low: 0, high: 0 },
  isSimulated: true,
  missingKey: undefined,
  tooSmall: undefined,
};
const say = (wish: Partial<RunLineFacts>): RunLine => {
  const clockMs = wish.run && computeRunClock(wish.run, wish.owner === 'nobody' ? undefined : facts.now);
  return computeRunLine({ ...facts, clockMs, ...wish });
};
const sayRun = (events: readonly EventDraft[], wish: Partial<RunLineFacts> = {}) =>
  say({ run: runOf(...events), ...wish });
const sum = (line: RunLine) => [line.state, line.mark, formatRunSentence(line), line.main?.label];

describe('before a run', () => {
  it.each<[Partial<RunLineFacts>, ReturnType<typeof sum>]>([
    [{}, ['never', 'none', 'Not run yet. 9 tasks.', undefined]],
    [{ outlook }, ['never', 'none', 'Not run yet. 9 tasks, at most 6 calls of a simulated model, $0.00.', undefined]],
    [
      { outlook: { ...outlook, calls: { low: 2, high: undefined }, costUsd: undefined } },
      ['never', 'none', 'Not run yet. 9 tasks, at least 2 calls of a simulated model, cost not known.', undefined],
    ],
    [
      { outlook: { ...outlook, isSimulated: false, costUsd: undefined } },
      ['never', 'none', 'Not run yet. 9 tasks, at most 6 calls, cost not known.', undefined],
    ],
    [
      { problems: ['write has no prompt.', 'b.'], outlook },
      ['problems', 'none', '2 problems stop a run. write has no prompt, and 1 more.', 'Show'],
    ],
    [{ problems: ['a.'] }, ['problems', 'none', '1 problem stops a run. a.', 'Show']],
    [
      {
        outlook: {
          ...outlook,
          costUsd: { low: 1, high: 24.096 },
          tooSmall: {
            ...{ resource: 'cost', limit: 0.003, range: { low: 1, high: 24.096 }, verdict: 'too_small' },
            ...{ first: { label: 'describe_1', needed: 0.005 }, enough: 24.1 },
          },
        },
      },
      [
        'budget',
        'none',
        'This budget ends before the first call. describe_1 may cost up to $0.0050; the budget is $0.0030.',
        'Set the budget to $24.10',
      ],
    ],
    [
      { outlook: { ...outlook, missingKey: { id: 'openai', label: 'OpenAI', tasks: 5 } } },
      ['key', 'none', 'No key for OpenAI. 5 of 9 tasks need it.', 'Add the key'],
    ],
  ])('says what a run would be, or what stops it (%#)', (wish, line) => {
    expect(sum(say(wish))).toEqual(line);
  });
});

describe('while it runs', () => {
  it('says who is at work, and who comes then', () => {
    const line = sayRun([begin, start('a'), ok('a'), start('write_notes')], {
      dependents: new Map([['write_notes', ['announce', 'check_notes']]]),
    });
    expect(sum(line)).toEqual([
      'running',
      'running',
      'Running. write_notes is writing. Then announce and check_notes.',
      'Pause',
    ]);
    expect(line.figures).toEqual(['Run 4', '0:07', '1 of 3 tasks', '0 calls', '$0.00']);
  });

  it('names at most two of those at work, and leaves out the containers around them', () => {
    const events = [
      begin,
      start('m', 'map'),
      ...['a', 'b', 'c'].map((id) => started(`task/m/attempt/1/task/${id}/attempt/1`, 'script')),
    ];
    expect(sayRun(events).text).toBe('a, b and 1 more are running.');
  });

  it('says which failed while others go on', () => {
    const line = sayRun([begin, start('fetch'), fails('fetch', 'no'), start('b')]);
    expect(sum(line)).toEqual([
      'running',
      'failed',
      'Running, 1 failed: fetch. The other branch continues. b is writing.',
      'Show fetch',
    ]);
  });

  it.each<[string, readonly EventDraft[], Partial<RunLineFacts>, ReturnType<typeof sum>]>([
    [
      'asks',
      [begin, start('release'), asks],
      {},
      ['waits', 'asks', 'Waits for you. release asks: Send it?', 'Go to the question'],
    ],
    [
      'waits for room, which its log cannot say',
      [begin, start('a')],
      { isOutOfRoom: true },
      [
        'waits',
        'asks',
        'Waits for you. The run waits for room. The storage of this browser is full; it resumes by itself once there is some.',
        'Clean up',
      ],
    ],
    [
      'is paused',
      [begin, start('a'), ok('a'), paused('person')],
      {},
      ['paused', 'asks', 'Paused. 1 task done and kept.', 'Resume'],
    ],
    [
      'waits for a key',
      [begin, paused('key')],
      {},
      [
        'waits',
        'asks',
        'Waits for you. The run waits for the key of a provider. 0 tasks done and kept.',
        'Enter the key',
      ],
    ],
    [
      'is interrupted',
      [begin],
      { owner: 'nobody' },
      ['paused', 'asks', 'Interrupted. Nobody runs run 4 at the moment. 0 tasks done and kept.', 'Resume here'],
    ],
    ['runs elsewhere', [begin], { owner: 'elsewhere' }, ['running', 'running', 'Runs in another tab.', 'Run it here']],
  ])('says that it %s', (_, events, wish, line) => {
    expect(sum(sayRun(events, wish))).toEqual(line);
  });
});

describe('at its end', () => {
  it('says what was done and where the result is', () => {
    const line = sayRun([
      begin,
      start('a'),
      ok('a', 'out/guide.md'),
      start('b'),
      ok('b', 'out/notes.md'),
      skipped('c'),
      completed,
    ]);
    expect(sum(line)).toEqual([
      'done',
      'done',
      'Done in 0:06. 3 tasks (1 skipped), 0 calls, $0.00. Result: notes.md and 1 more.',
      'Open',
    ]);
    expect([line.strong, line.quiet?.label, line.figures]).toEqual(['notes.md', 'Save', ['Run 4']]);
  });

  it('says which task failed, why, and what came of the others', () => {
    const line = sayRun([
      begin,
      start('fetch'),
      fails('fetch', 'The script ended with code 22: error 403'),
      skipped('b'),
      start('c'),
      ok('c'),
      failed,
    ]);
    expect(sum(line)).toEqual([
      'failed',
      'failed',
      'Failed in 0:06: fetch. The script ended with code 22: error 403. 1 task done, 1 skipped.',
      'Run from fetch',
    ]);
  });

  it('says what a cancelled run kept', () => {
    expect(sum(sayRun([begin, start('a'), ok('a'), { kind: 'run.cancelled', path: '', data: {} }]))).toEqual([
      'cancelled',
      'none',
      'Cancelled after 0:03. 1 task done and kept.',
      'Continue',
    ]);
  });

  it('says what is out of date, but not what only ended badly', () => {
    const forecast: RunForecast = {
      tasks: new Map([
        ['a', { forecast: 'asked', why: { kind: 'changed', fields: ['prompt'] } }],
        ['b', { forecast: 'asked', why: { kind: 'changed', fields: ['prompt', 'model'] } }],
        ['c', { forecast: 'maybe', why: { kind: 'follows', task: 'a' } }],
      ]),
      ...{ kept: 6, asked: 3, costUsd: 0.04, unpriced: 0 },
      costs: new Map([
        ['a', 0.01],
        ['b', 0.02],
        ['c', 0.01],
      ]),
    };
    expect(sum(sayRun([begin, completed], { forecast }))).toEqual([
      'stale',
      'stale',
      '2 of 9 tasks are out of date. The prompt of a was changed since run 4. About $0.03; 1 more may follow.',
      'Run 2 tasks',
    ]);
    const answered = { ...forecast, before: 2 };
    expect(sum(sayRun([begin, completed], { forecast: answered }))[2]).toBe(
      '2 of 9 tasks are out of date. The prompt of a was changed since run 4. About $0.03 or less: older runs may answer 2; 1 more may follow.',
    );
    // A server takes nothing from runs that it does not continue.
    expect(sum(sayRun([begin, completed], { forecast: answered, nextServer: 'Loom' }))[2]).not.toContain('older runs');
    const unfinished = new Map([['a', { forecast: 'asked', why: { kind: 'unfinished' } } as const]]);
    expect(sayRun([begin, completed], { forecast: { ...forecast, tasks: unfinished } }).state).toBe('done');
  });

  it('says that nothing was sent in a dry run, and what a real one may cost', () => {
    const events = [beginDry, start('s', 'script'), ok('s'), start('a'), ok('a', 'notes.md'), completed];
    const line = sayRun(events, {
      isDry: true,
      name: 'Dry run 2',
      outlook: { ...outlook, costUsd: { low: 0.04, high: 0.13 } },
    });
    expect(sum(line)).toEqual([
      'dry',
      'done',
      'Dry run, done. Nothing was sent. 1 script was simulated, 1 file not written. A real run: $0.04 to $0.13.',
      'Run for at most $0.13',
    ]);
    expect(line.isDry).toBe(true);
  });

  it('says that an earlier run is looked at, with the mark of the newest', () => {
    const line = sayRun([begin, completed], { past: { when: '25 Nov 14:02', newest: 'failed' } });
    expect(sum(line)).toEqual([
      'past',
      'failed',
      'Run 4, of 25 Nov 14:02. Done in 0:01. You look at its outputs.',
      'Back to now',
    ]);
  });
});

describe('its clock', () => {
  const clock = (run: RunState, ms: number) => computeRunClock(run, noon + ms);

  it('leaves out the time in which it waits for a person', () => {
    const waits = [begin, start('release'), asks];
    expect(clock(runOf(...waits), 60_000)).toBe(2000);
    const answered: EventDraft = {
      kind: 'input.provided',
      path: 'task/release/attempt/1/ask/1',
      result: 'y',
      data: { kind: 'input', durationMs: 1 },
    };
    expect(clock(runOf(...waits, answered), 10_000)).toBe(9000);
    expect(clock(runOf(...waits, answered, completed), 99_000)).toBe(3000);
  });

  it('leaves out the time in which nobody ran it', () => {
    const resumed: EventDraft = { kind: 'run.resumed', path: '', data: { reason: 'reload' } };
    expect(clock(runOf(begin, resumed, completed), 99_000)).toBe(1000);
  });
});
