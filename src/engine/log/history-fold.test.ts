import { describe, expect, it } from 'vitest';
import type { Usage } from '@/run/event-data';
import { type EventDraft, eventVersion, type RunEvent } from '@/run/events';
import { RunHistoryFold } from './history-fold';
import { readHistory } from './read-history.testing';

const usage = (tokens: number): Usage => ({
  inputTokens: tokens,
  outputTokens: 1,
  cachedTokens: 0,
  costUsd: null,
  estimated: false,
});

function logOf(...drafts: readonly EventDraft[]): RunEvent[] {
  return drafts.map((draft, index) => ({
    v: eventVersion,
    seq: index + 1,
    t: '2026-01-01T00:00:00.000Z',
    id: '00000000',
    ...draft,
  }));
}

const begun: EventDraft = {
  kind: 'run.started',
  path: '',
  data: { planHash: 'plan', workflowId: 'flow', taskCount: 1 },
};
const started = (path: string): EventDraft => ({ kind: 'task.started', path, data: { type: 'atomic' } });
const replied = (path: string, tokens = 1, hash = path): EventDraft => ({
  kind: 'model.replied',
  path,
  hash,
  result: `of ${path}`,
  data: { provider: 'sim', finishReason: 'stop', usage: usage(tokens), durationMs: 1 },
});
const ended = (path: string): EventDraft => ({
  kind: 'task.completed',
  path,
  result: 'done',
  data: { status: 'COMPLETE', attempts: 1, usage: usage(1), durationMs: 1 },
});
const logged = (path: string, n: number): EventDraft => ({
  kind: 'iteration.logged',
  path: `${path}/iter/${n}`,
  result: `round ${n}`,
  data: { n, ordinal: n, of: 'loop', exitCode: 0, usage: usage(n), durationMs: 1, filesChanged: ['a'] },
});
const warned = (path: string, message: string): EventDraft => ({ kind: 'resource.warning', path, data: { message } });
const contextPlanned = (path: string): EventDraft => ({
  kind: 'context.planned',
  path,
  hash: 'h',
  result: 'long',
  data: { tasks: 1, bytes: 1, candidates: 1, told: ['a'], relevance: 1 },
});

const failure = (message: string) => ({ code: 'TASK_FAILURE' as const, message, retryable: true });
const answered = (answer: string): EventDraft => ({
  kind: 'input.provided',
  path: 'break/1',
  result: JSON.stringify({ answer }),
  data: { kind: 'breakpoint', durationMs: 1 },
});
const slimData = (n: number) => ({ n, of: 'loop' as const, exitCode: 0, usage: usage(n), durationMs: 1 });
const stateText = { text: '{"x":1}', length: 7 };
const tried = (i: number, n: number, tokens: number, message: string): EventDraft => ({
  kind: 'iteration.logged',
  path: `task/p/attempt/1/step/${i}/attempt/${n}`,
  error: failure(message),
  data: { n, ordinal: n, of: 'step', exitCode: 1, usage: usage(tokens), durationMs: 1 },
});

/** A log, a second for each event, of all that a history keeps, and of most of what it forgets. */
function everything(): RunEvent[] {
  const second = replied('task/l/iter/2/attempt/1/turn/1');
  const drafts: EventDraft[] = [
    begun,
    warned('', 'the run'),
    { kind: 'run.resumed', path: '', data: { reason: 'reload' } },
    { kind: 'outputs.pruned', path: '', data: { by: 'limit', strategy: 'lru', pruned: ['x'], left: 0 } },
    started('task/done'),
    contextPlanned('task/done/attempt/1/context/1'),
    warned('task/done/attempt/1', 'gone'),
    {
      kind: 'outputs.pruned',
      path: 'task/done/attempt/1',
      data: { by: 'hook', strategy: 'lru', pruned: ['q'], left: 0 },
    },
    ended('task/done'),
    {
      kind: 'task.failed',
      path: 'task/failed',
      error: failure('no'),
      data: { attempts: 1, usage: null, durationMs: 1 },
    },
    { kind: 'task.skipped', path: 'task/skipped', data: { reason: 'condition' } },
    started('task/a'),
    { kind: 'task.retrying', path: 'task/a', data: { attempt: 2, delayMs: 1, transport: false, usage: null } },
    replied('task/a/attempt/2/turn/1'),
    answered('step'),
    contextPlanned('task/a/attempt/2/context/1'),
    warned('task/a', 'one'),
    warned('task/a', 'two'),
    {
      kind: 'output.truncated',
      path: 'task/a',
      data: { stream: 'stdout', bytes: 9, shown: 1, strategy: 'head' },
    },
    { kind: 'input.requested', path: 'task/a/ask/1', data: { kind: 'input' } },
    { kind: 'outputs.pruned', path: 'task/a', data: { by: 'limit', strategy: 'lru', pruned: ['z'], left: 0 } },
    { kind: 'outputs.pruned', path: '', data: { by: 'limit', strategy: 'lru', pruned: ['y'], left: 0 } },
    { kind: 'compaction.restored', path: '', data: { tasks: ['task/a'] } },
    started('task/l'),
    replied('task/l/iter/1/attempt/1/turn/1'),
    logged('task/l', 1),
    second,
    { ...logged('task/l', 2), data: { ...slimData(2), state: stateText, filesChanged: ['a'] } } as EventDraft,
    { kind: 'compaction.restored', path: '', data: { tasks: ['task/l'] } },
    started('task/p'),
    tried(0, 1, 5, 'first'),
    replied('task/p/attempt/1/step/0/turn/1', 12, 'q0'),
    {
      kind: 'vote.decided',
      path: 'task/p/attempt/1/step/1',
      hash: 'q1',
      data: { k: 1, votes: [1], samples: 1, flags: 0, usage: usage(1), durationMs: 1 },
    },
    tried(2, 1, 3, 'first'),
    tried(2, 2, 4, 'second'),
  ];
  return logOf(...drafts).map((event) => ({
    ...event,
    t: new Date(Date.UTC(2026, 0, 1, 0, 0, event.seq)).toISOString(),
  }));
}

const options = { planHash: 'plan' };
function foldOf(log: readonly RunEvent[], more: object = {}): RunHistoryFold {
  const fold = new RunHistoryFold({ ...options, ...more });
  for (const event of log) fold.apply(event);
  return fold;
}

describe('a history', () => {
  it('forgets what lies in a task that has ended, and keeps how it ended', () => {
    const log = logOf(
      begun,
      started('task/a'),
      contextPlanned('task/a/attempt/1/context/1'),
      warned('task/a', 'own'),
      warned('task/a/attempt/1', 'inner'),
      started('task/a/attempt/1/task/b'),
      replied('task/a/attempt/1/task/b/attempt/1/turn/1'),
      ended('task/a/attempt/1/task/b'),
      replied('task/ab/attempt/1/turn/1'),
      ended('task/a'),
    );
    const half = readHistory(log.slice(0, 8), 'plan');
    expect([...half.ended.keys()]).toEqual(['task/a/attempt/1/task/b']);
    expect([...half.steps.keys()]).toEqual(['task/a/attempt/1/context/1']);
    const whole = readHistory(log, 'plan');
    expect([...whole.ended.keys()]).toEqual(['task/a']);
    expect([...whole.steps.keys()]).toEqual(['task/ab/attempt/1/turn/1']);
    expect([...whole.told]).toEqual(['resource.warning task/a own']);
    expect(whole.started.size).toBe(0);
    expect(whole.endedCount).toBe(2);
    // The choice is kept, because it shows which outputs were used; the text of the output is not.
    expect(whole.choices.get('task/a')).toEqual([expect.not.objectContaining({ result: 'long' })]);
  });

  it('keeps what nested tasks left where agents are sent a history', () => {
    const log = logOf(begun, ended('task/a/attempt/1/task/b'), ended('task/a'));
    const fold = foldOf(log, { keepsHistory: true });
    expect([...fold.history().ended.keys()]).toEqual(['task/a/attempt/1/task/b', 'task/a']);
    const read = RunHistoryFold.fromJson(fold.toJson(), { ...options, keepsHistory: true });
    expect(read?.history()).toEqual(fold.history());
  });

  it('keeps what a task did that was stopped alone: until its holder has ended it may go on', () => {
    const turn = replied('task/m/attempt/1/item/1/task/inner_task/attempt/1/turn/1');
    const stopped: EventDraft = { kind: 'task.cancelled', path: 'task/m/attempt/1/item/1/task/inner_task', data: {} };
    expect(readHistory(logOf(begun, turn, stopped), 'plan').steps.size).toBe(1);
    expect(readHistory(logOf(begun, turn, stopped, ended('task/m')), 'plan').steps.size).toBe(0);
  });

  it('keeps of a loop the last round that is over, and what those before it came to', () => {
    const rounds = Array.from({ length: 500 }, (_, index) => [
      replied(`task/l/iter/${index + 1}/attempt/1/turn/1`),
      logged('task/l', index + 1),
    ]).flat();
    const log = logOf(begun, started('task/l'), ...rounds, replied('task/l/iter/501/attempt/1/turn/1'));
    const history = readHistory(log, 'plan');
    expect([...history.steps.keys()]).toEqual(['task/l/iter/500/attempt/1/turn/1', 'task/l/iter/501/attempt/1/turn/1']);
    const cursor = history.loops.get('task/l');
    expect(cursor?.latest).toMatchObject({ result: 'round 500', data: { n: 500 } });
    expect(cursor?.before.map(({ data }) => data.n)).toEqual(Array.from({ length: 200 }, (_, index) => 300 + index));
    expect(cursor?.before[0]?.data.filesChanged).toBeUndefined();
    expect(cursor?.usage).toMatchObject({ inputTokens: (499 * 500) / 2, outputTokens: 499 });
    expect(foldOf(log, { roundsInPrompt: 300 }).history().loops.get('task/l')?.before).toHaveLength(300);
  });

  it('keeps of a pipeline the last step of each attempt, and what the others took', () => {
    const step = (attempt: number, i: number) => replied(`task/p/attempt/${attempt}/step/${i}/turn/1`, i + 1, `q${i}`);
    const log = logOf(begun, started('task/p'), step(1, 0), step(1, 1), step(1, 2), step(2, 3), step(2, 4));
    const { pipelines, steps } = readHistory(log, 'plan');
    expect(steps.size).toBe(0);
    expect(pipelines.get('task/p/attempt/1')).toMatchObject({ from: 0, i: 2, hash: 'q0', usage: { inputTokens: 3 } });
    expect(pipelines.get('task/p/attempt/2')).toMatchObject({ from: 3, i: 4, hash: 'q3', usage: { inputTokens: 4 } });
    expect(readHistory([...log, ...logOf(ended('task/p'))], 'plan').pipelines.size).toBe(0);
  });

  it('does not grow with the steps of a pipeline or the rounds of a loop', () => {
    const fold = foldOf(logOf(begun, started('task/p'), started('task/l')));
    let seq = 3;
    const apply = (draft: EventDraft) => fold.apply({ ...logOf(draft)[0], seq: ++seq } as RunEvent);
    const lengths: number[] = [];
    for (let i = 0; i < 3000; i++) {
      apply(warned(`task/p/attempt/1/step/${i}`, 'flagged'));
      apply(replied(`task/p/attempt/1/step/${i}/turn/1`));
      apply(started(`task/l/iter/${i + 1}/attempt/1/task/x`));
      apply(ended(`task/l/iter/${i + 1}/attempt/1/task/x`));
      apply(logged('task/l', i + 1));
      if (i % 1500 === 1499) lengths.push(fold.toJson().length);
    }
    expect(fold.size).toBeLessThan(10);
    const [early = 0, late = 0] = lengths;
    expect(late).toBeLessThan(early + 2000);
  });

  it('holds everything that goes on, as a log of all kinds of it says', () => {
    const log = everything();
    const at = (path: string, n = 1) => log.filter((event) => event.path === path)[n - 1];
    expect(readHistory(log, 'plan')).toEqual({
      lastSeq: log.length,
      startedAt: Date.UTC(2026, 0, 1, 0, 0, 1),
      lastAt: Date.UTC(2026, 0, 1, 0, 0, log.length),
      gaps: [{ from: Date.UTC(2026, 0, 1, 0, 0, 2), to: Date.UTC(2026, 0, 1, 0, 0, 3) }],
      end: undefined,
      steps: new Map([
        ['task/a/attempt/2/turn/1', at('task/a/attempt/2/turn/1')],
        ['break/1', at('break/1')],
        ['task/a/attempt/2/context/1', at('task/a/attempt/2/context/1')],
        ['task/l/iter/2/attempt/1/turn/1', at('task/l/iter/2/attempt/1/turn/1')],
      ]),
      ended: new Map(
        ['task/done', 'task/failed', 'task/skipped'].map((path) => [
          path,
          log.findLast((event) => event.path === path),
        ]),
      ),
      endedCount: 3,
      started: new Map(['task/a', 'task/l', 'task/p'].map((path) => [path, at(path)])),
      lastStep: true,
      retries: new Map([['task/a', [at('task/a', 2)]]]),
      loops: new Map([
        [
          'task/l',
          {
            latest: { ...at('task/l/iter/2'), data: { ...slimData(2), state: stateText } },
            before: [{ ...at('task/l/iter/1', 1), data: slimData(1) }],
            usage: usage(1),
          },
        ],
      ]),
      pipelines: new Map([
        ['task/p/attempt/1', { from: 0, i: 1, record: at('task/p/attempt/1/step/1'), hash: 'q0', usage: usage(12) }],
      ]),
      failedTries: new Map([
        ['task/p/attempt/1', { i: 2, count: 2, last: failure('second'), usage: { ...usage(7), outputTokens: 2 } }],
      ]),
      told: new Set([
        'resource.warning  the run',
        'resource.warning task/a one',
        'resource.warning task/a two',
        'output.truncated task/a stdout',
        'input.requested task/a/ask/1 ',
        'iteration.logged task/l/iter/2 ',
        'iteration.logged task/p/attempt/1/step/2/attempt/1 ',
        'iteration.logged task/p/attempt/1/step/2/attempt/2 ',
      ]),
      choices: new Map([
        ['task/done', [{ ...at('task/done/attempt/1/context/1'), result: undefined }]],
        ['task/a', [at('task/a/attempt/2/context/1')]],
      ]),
      pruned: new Map([
        ['', new Set(['x', 'y'])],
        ['task/a', new Set(['z'])],
      ]),
      restored: log.filter(({ kind }) => kind === 'compaction.restored'),
    });
  });

  it('of everything is the same after it was written down and read, wherever that was', () => {
    const log = everything();
    const whole = JSON.parse(foldOf(log).toJson());
    for (let cut = 0; cut <= log.length; cut++) {
      const fold = foldOf(log.slice(0, cut));
      const read = RunHistoryFold.fromJson(fold.toJson(), options);
      expect(read?.history()).toEqual(fold.history());
      expect(read?.size).toBe(fold.size);
      expect(read?.iterations.count).toBe(fold.iterations.count);
      for (const event of log.slice(cut)) read?.apply(event);
      expect(JSON.parse(read?.toJson() ?? '')).toEqual(whole);
    }
  });

  it('forgets all of it once the task around it has ended, also what it was read with', () => {
    const outer = 'task/outer/attempt/1';
    const inner = everything().flatMap((event) =>
      event.path === '' ? [] : [{ ...event, path: `${outer}/${event.path}` }],
    );
    const own = logOf(
      started('task/outer'),
      { kind: 'task.retrying', path: 'task/outer', data: { attempt: 2, delayMs: 1, transport: false, usage: null } },
      logged('task/outer', 1),
      warned('task/outer/iter/1', 'gone'),
    );
    const log = [...logOf(begun), ...own, ...inner, ...logOf(ended('task/outer'))].map((event, index) => ({
      ...event,
      seq: index + 1,
    }));
    const before = foldOf(log.slice(0, -1));
    const read = RunHistoryFold.fromJson(before.toJson(), options);
    for (const fold of [before, read]) {
      fold?.apply(log.at(-1) as RunEvent);
      const history = fold?.history();
      expect([...(history?.ended.keys() ?? [])]).toEqual(['task/outer']);
      for (const part of [
        'steps',
        'started',
        'retries',
        'loops',
        'pipelines',
        'failedTries',
        'choices',
        'pruned',
      ] as const) {
        expect([part, history?.[part].size]).toEqual([part, 0]);
      }
      expect([...(history?.told ?? [])]).toEqual([]);
      expect(fold?.size).toBe(1);
      expect(history?.endedCount).toBe(4);
    }
  });

  it('keeps no failed tries of a step that was then taken, and counts those of each step by itself', () => {
    const step = replied('task/p/attempt/1/step/0/turn/1');
    const triesAfter = (...drafts: readonly EventDraft[]) => readHistory(logOf(begun, ...drafts), 'plan').failedTries;
    expect(triesAfter(tried(0, 1, 5, 'no')).get('task/p/attempt/1')).toMatchObject({ i: 0, count: 1 });
    expect(triesAfter(tried(0, 1, 5, 'no'), step).size).toBe(0);
    const next = triesAfter(tried(0, 1, 5, 'no'), tried(1, 1, 3, 'no')).get('task/p/attempt/1');
    expect(next).toMatchObject({ i: 1, count: 1, usage: usage(3) });
    const { error: _error, ...unnamed } = tried(0, 1, 5, 'no');
    expect(triesAfter(unnamed as EventDraft).get('task/p/attempt/1')?.last.code).toBeDefined();
    const others: EventDraft[] = [
      { ...logged('task/p', 1), data: { ...slimData(1), of: 'retry' } } as EventDraft,
      { ...tried(0, 1, 5, 'no'), path: 'task/p/attempt/1/step/x/attempt/1' } as EventDraft,
      { ...tried(0, 1, 5, 'no'), path: 'task/p/attempt/1/step/0/attempt/2' } as EventDraft,
    ];
    const { failedTries, loops } = readHistory(logOf(begun, ...others), 'plan');
    expect([failedTries.size, loops.size]).toEqual([0, 0]);
  });

  it('adds what failed tries used to what the steps of a pipeline did, and begins anew after a gap', () => {
    const failures = { failures: { count: 1, last: failure('no'), usage: usage(100) } };
    const first = replied('task/p/attempt/1/step/0/turn/1', 1, 'q0');
    const log = logOf(
      begun,
      { ...first, data: { ...first.data, ...failures } } as EventDraft,
      replied('task/p/attempt/1/step/1/turn/1', 2, 'q1'),
      replied('task/p/attempt/1/step/5/turn/1', 3, 'q5'),
    );
    const at = (count: number) => readHistory(log.slice(0, count), 'plan').pipelines.get('task/p/attempt/1');
    expect(at(3)).toMatchObject({ from: 0, i: 1, hash: 'q0', usage: { inputTokens: 101 } });
    expect(at(4)).toMatchObject({ from: 5, i: 5, hash: 'q5', usage: null });
  });

  it('still knows after it was read how many tasks ended, and how a person went on, though the events are forgotten', () => {
    const log = logOf(
      begun,
      { ...answered('step'), path: 'task/a/break/1' },
      ended('task/a/attempt/1/task/b'),
      ended('task/a'),
    );
    const read = RunHistoryFold.fromJson(foldOf(log).toJson(), options);
    expect(read?.history()).toEqual(readHistory(log, 'plan'));
    expect(read?.history()).toMatchObject({ lastStep: true, endedCount: 2 });
  });

  it('says how the run ended', () => {
    for (const end of ['completed', 'failed', 'cancelled'] as const) {
      const data = end === 'cancelled' ? {} : { durationMs: 1 };
      const fold = foldOf(logOf(begun, { kind: `run.${end}`, path: '', data } as EventDraft));
      expect(fold.history().end).toBe(end);
      expect(RunHistoryFold.fromJson(fold.toJson(), options)?.history().end).toBe(end);
    }
  });

  it('counts a time in which no process ran it only where it was taken up, and the last answer at a breakpoint', () => {
    const resumed = (reason: 'reload' | 'key'): EventDraft => ({ kind: 'run.resumed', path: '', data: { reason } });
    expect(readHistory(logOf(resumed('reload')), 'plan').gaps).toEqual([]);
    expect(readHistory(logOf(begun, resumed('key')), 'plan').gaps).toEqual([]);
    expect(readHistory(logOf(begun, resumed('reload'), begun, resumed('reload')), 'plan').gaps).toHaveLength(2);
    for (const [answers, lastStep] of [
      [['step'], true],
      [['step', 'continue'], false],
      [['step', 'nonsense'], false],
    ] as const) {
      expect(readHistory(logOf(begun, ...answers.map(answered)), 'plan').lastStep).toBe(lastStep);
    }
    const other = { ...answered('continue'), data: { kind: 'input', durationMs: 1 } } as EventDraft;
    expect(readHistory(logOf(begun, answered('step'), other), 'plan').lastStep).toBe(true);
  });

  it('keeps of nested tasks what ended, but for those that were skipped, where a history is sent', () => {
    const skipped: EventDraft = {
      kind: 'task.skipped',
      path: 'task/a/attempt/1/task/c',
      data: { reason: 'condition' },
    };
    const fold = foldOf(logOf(begun, ended('task/a/attempt/1/task/b'), skipped, ended('task/a'), ended('task/a')), {
      keepsHistory: true,
    });
    expect([...fold.history().ended.keys()]).toEqual(['task/a/attempt/1/task/b', 'task/a']);
    expect(fold.history().endedCount).toBe(3);
  });

  it('does not change once it is read', () => {
    const fold = foldOf(logOf(begun, started('task/a'), replied('task/a/attempt/1/turn/1')));
    const history = fold.history();
    for (const event of logOf(begun, ended('task/a'))) fold.apply(event);
    expect(history.steps.size).toBe(1);
    expect(history.ended.size).toBe(0);
  });

  it('is none where what was stored is of another version, or is not what a history is', () => {
    const json = foldOf(logOf(begun, replied('task/a/attempt/1/turn/1'))).toJson();
    for (const broken of [
      '',
      '{}',
      json.slice(1),
      json.replace('"version":1', '"version":2'),
      json.replace('"model.replied"', '"model.guessed"'),
    ]) {
      expect(RunHistoryFold.fromJson(broken, options)).toBeUndefined();
    }
  });

  it('is refused under another plan', () => {
    expect(() => readHistory(logOf(begun), 'other')).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});
