import { describe, expect, it } from 'vitest';
import type { PlannedPart } from '@/plan/partial/run-targets';
import type { EventOf, RunEvent } from '@/run/events';
import type { StoredEdit } from '@/run/run-edit';
import { buildShortId } from '@/run/short-id';
import { createEditedRecording } from './edited-recording';
import { createHeldRecording } from './held-recording';
import { addTakenFrom, layerRecordings } from './layered-recording';
import { createPartialRecording } from './partial-recording';
import { emptyRecording, openForFork, openRecording, type Recording } from './recording';
import type { RecordingSource } from './recording-source';
import type { PipelineCursor } from './run-history';

/** An event at a path; more of it where the test needs that. */
const eventAt = (seq: number, path: string, kind: RunEvent['kind'], more: object = {}): RunEvent =>
  ({ v: 5, seq, t: '2026-01-01T00:00:00.000Z', id: buildShortId(path), path, kind, data: {}, ...more }) as RunEvent;
const stepAt = (seq: number, path: string, hash = 'h') => eventAt(seq, path, 'effect.recorded', { hash });

/** The log of a run, as a store finds events in it; the texts of its payloads have their refs in them. */
function sourceOf(executionId: string, events: readonly RunEvent[]): RecordingSource {
  return {
    executionId,
    blob: async (ref) => (ref.startsWith(executionId) ? `text ${ref}` : undefined),
    pages: async (ref) => (ref.startsWith(executionId) ? onePage(ref) : undefined),
    find: async ({ filter: { kinds = [] }, from, limit }) => {
      const found = events.filter(({ seq, kind }) => seq >= from && kinds.includes(kind));
      return { events: found.slice(0, limit), next: found[limit]?.seq ?? null };
    },
  };
}

async function* onePage(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const recordingOf = (id: string, events: readonly RunEvent[], upTo = 100) => openRecording(sourceOf(id, events), upTo);
const seqOf = async (event: Promise<RunEvent | undefined> | undefined) => (await event)?.seq;

describe('a recording', () => {
  const done = (seq: number, path: string, more: object = {}) =>
    eventAt(seq, path, 'task.completed', { result: 'short', ...more });

  it('knows when tasks completed, what was in their contexts, and what they gave, up to its last event', async () => {
    const events = [
      done(1, 'task/a'),
      eventAt(2, 'task/b/attempt/1/context/1', 'context.planned'),
      eventAt(3, 'task/b/attempt/2/context/1', 'context.planned'),
      done(4, 'task/b', { result: 'st', full_result_len: 99, ref: 'one long' }),
      done(5, 'task/c', { result: 'st', full_result_len: 99 }),
      done(6, 'task/d'),
    ];
    const recording = await recordingOf('one', events, 5);
    expect(recording).toMatchObject({ executionId: 'one', lastSeq: 5 });
    expect(['a', 'b', 'c', 'd'].map((id) => recording.completed(`task/${id}`))).toEqual([1, 4, 5, undefined]);
    expect(recording.choices('task/b').map(({ seq }) => seq)).toEqual([2, 3]);
    expect(recording.choices('task/a')).toEqual([]);
    const outputs = await Promise.all(['a', 'b', 'c', 'd'].map((id) => recording.output?.(`task/${id}`)));
    expect(outputs).toEqual(['short', 'text one long', undefined, undefined]);
    expect(await recording.read('one x')).toBe('text one x');
    expect(await recording.pages('two x')).toBeUndefined();
  });

  it('for a fork lacks the results of what failed, and knows which attempts nobody answered', async () => {
    const retrying = (seq: number, path: string, attempt: number, transport: boolean) =>
      eventAt(seq, path, 'task.retrying', { data: { attempt, transport } });
    const failure = { code: 'TASK_FAILURE', message: 'no', retryable: true };
    const events = [
      stepAt(1, 'task/a/attempt/1/turn/1'),
      eventAt(2, 'task/a', 'task.failed', { error: failure }),
      retrying(3, 'task/b', 2, true),
      retrying(4, 'task/b', 3, false),
      stepAt(5, 'task/b/attempt/3/turn/1'),
      done(6, 'task/b'),
      retrying(7, 'task/c', 2, true),
      eventAt(8, 'task/l/iter/1', 'iteration.logged', { error: failure, data: { of: 'loop' } }),
      retrying(9, 'task/l/iter/1', 2, true),
      stepAt(10, 'task/s/attempt/1/turn/1'),
      eventAt(11, 'task/s', 'task.skipped', { error: failure }),
      stepAt(12, 'task/l/iter/1/attempt/2/turn/1'),
      done(13, 'task/late'),
    ];
    const fork = await openForFork(sourceOf('one', events), 12);
    const keys = ['a/attempt/1', 'b/attempt/3', 's/attempt/1', 'l/iter/1/attempt/2'].map((key) => `task/${key}/turn/1`);
    expect(await Promise.all(keys.map((key) => fork.has(key)))).toEqual([false, true, false, true]);
    expect(await Promise.all(keys.map((key) => seqOf(fork.step(key))))).toEqual([undefined, 5, undefined, 12]);
    expect(['a', 'b', 'c', 's', 'l', 'l/iter/1', 'late'].map((base) => fork.hasEnded?.(`task/${base}`))).toEqual([
      ...[false, true, false, false, false, true, false],
    ]);
    const unanswered = (base: string, attempt: number) => seqOf(fork.unanswered?.(`task/${base}`, attempt));
    expect(await unanswered('b', 1)).toBe(3);
    expect(await unanswered('b', 2)).toBeUndefined();
    expect(await unanswered('c', 1)).toBeUndefined();
    expect(await unanswered('l/iter/1', 1)).toBe(9);
  });

  it('for a fork keeps what came before a place where a person wrote in what failed, and nothing from there on', async () => {
    const turn = (round: number, kind: RunEvent['kind'], seq: number) =>
      eventAt(seq, `task/l/iter/${round}/task/d/attempt/1/turn/1`, kind);
    const failure = { code: 'TASK_FAILURE', message: 'no', retryable: true };
    const retrying = (seq: number, attempt: number) =>
      eventAt(seq, 'task/a', 'task.retrying', { data: { attempt, transport: true } });
    const events = [
      ...[turn(1, 'model.requested', 1), turn(1, 'model.replied', 2), turn(2, 'model.requested', 3)],
      ...[turn(2, 'model.replied', 4), turn(3, 'model.requested', 5), turn(3, 'model.replied', 6)],
      eventAt(7, 'task/l', 'task.failed', { error: failure }),
      ...[retrying(8, 2), stepAt(9, 'task/a/attempt/2/turn/1'), stepAt(10, 'task/a/attempt/3/turn/1'), retrying(11, 5)],
      eventAt(12, 'task/a', 'task.failed', { error: failure }),
      ...[stepAt(13, 'task/b/attempt/1/turn/1'), eventAt(14, 'task/b', 'task.failed', { error: failure })],
    ];
    const written = ['task/l/iter/2/task/d/attempt/1/turn/1', 'task/a/attempt/3/turn/1', 'task/gone/attempt/1/turn/1'];
    const fork = await openForFork(sourceOf('one', events), 14, written);
    const keys = [1, 2, 3].map((round) => turn(round, 'model.replied', 0).path);
    const others = ['a/attempt/2', 'a/attempt/3', 'b/attempt/1'].map((attempt) => `task/${attempt}/turn/1`);
    const has = await Promise.all([...keys, ...others].map((key) => fork.has(key)));
    expect(has).toEqual([true, false, false, true, false, false]);
    expect(await Promise.all(keys.map((key) => seqOf(fork.step(key))))).toEqual([2, undefined, undefined]);
    expect(await Promise.all([1, 4].map((n) => seqOf(fork.unanswered?.('task/a', n))))).toEqual([8, undefined]);
  });
});

describe('several recordings as one', () => {
  const done = (seq: number, id: string) => eventAt(seq, `task/${id}`, 'task.completed');
  const planned = (seq: number, id: string, attempt = 1) =>
    eventAt(seq, `task/${id}/attempt/${attempt}/context/1`, 'context.planned');

  it('are none, or the only one, where there are no more', async () => {
    expect(layerRecordings([])).toBeUndefined();
    expect(layerRecordings([emptyRecording])).toBe(emptyRecording);
  });

  it('give each effect from the newest that has it with these inputs, and say which that is', async () => {
    const key = (n: number) => `task/a/file/${n}`;
    const newest = await recordingOf('new', [stepAt(1, key(1), 'other'), stepAt(2, key(2))]);
    const oldest = await recordingOf('old', [
      stepAt(1, key(1)),
      stepAt(2, key(2)),
      { ...stepAt(3, key(3)), taken: { seq: 7, run: 'first' } },
    ]);
    const both = layerRecordings([newest, oldest]);
    const has = async () => Promise.all([1, 2, 3, 4].map((n) => both?.has(key(n))));
    expect(await has()).toEqual([true, true, true, false]);
    expect((await both?.step(key(1), 'h'))?.taken).toMatchObject({ seq: 1, run: 'old' });
    expect((await both?.step(key(2)))?.taken).toMatchObject({ seq: 2, run: 'new' });
    expect((await both?.step(key(3), 'h'))?.taken).toEqual({ seq: 7, run: 'first' });
    expect(await both?.step(key(4))).toBeUndefined();
    expect(addTakenFrom(stepAt(3, 'x'), {})).toMatchObject({ taken: { seq: 3 } });
    expect(await both?.read('old x')).toBe('text old x');
    expect(await both?.pages('old x')).toBeDefined();
    expect(await both?.read('none')).toBeUndefined();
  });

  it('order what completed in the older before what did in the newer', async () => {
    const newest = await recordingOf('new', [done(2, 'b'), done(9, 'c')], 10);
    const middle = await recordingOf('mid', [done(5, 'a'), done(6, 'b')], 20);
    const oldest = await recordingOf('old', [done(30, 'a'), done(8, 'd')], 40);
    const all = layerRecordings([newest, middle, oldest]);
    expect(all?.lastSeq).toBe(70);
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => all?.completed(`task/${id}`))).toEqual([45, 62, 69, 8, undefined]);
  });

  it('know the choices of a task as far back as the run in which it completed last, that run included', async () => {
    const newest = await recordingOf('new', [planned(1, 'a'), planned(2, 'b')]);
    const middle = await recordingOf('mid', [planned(11, 'a'), done(12, 'a'), planned(13, 'b')]);
    const oldest = await recordingOf('old', [planned(21, 'a'), done(22, 'a'), planned(23, 'b')]);
    const choices = (id: string) =>
      layerRecordings([newest, middle, oldest])
        ?.choices(`task/${id}`)
        .map(({ seq }) => seq);
    expect(choices('a')).toEqual([1, 11]);
    expect(choices('b')).toEqual([2, 13, 23]);
    expect(layerRecordings([middle, oldest])?.choices('task/c')).toEqual([]);
  });

  it('know an attempt that nobody answered from the newest run that made it, and outputs from the newest that has them', async () => {
    const retrying = eventAt(5, 'task/a', 'task.retrying');
    const knows = (id: string, more: Partial<Recording>): Recording => ({
      ...emptyRecording,
      executionId: id,
      ...more,
    });
    const old = knows('old', {
      unanswered: async () => retrying as never,
      hasEnded: () => true,
      output: async () => 'old',
    });
    const asked = (newest: Partial<Recording>) => layerRecordings([knows('new', newest), old]);
    const from = async (newest: Partial<Recording>) => (await asked(newest)?.unanswered?.('task/a', 1))?.taken?.run;
    expect(await from({})).toBe('old');
    expect(await from({ unanswered: async () => retrying as never })).toBe('new');
    expect(await from({ hasEnded: () => true })).toBeUndefined();
    expect(await from({ has: async (key) => key === 'task/a/attempt/1/turn/1' })).toBeUndefined();
    expect(await from({ has: async (key) => key === 'task/a/attempt/2/turn/1' })).toBe('old');
    expect(asked({})?.hasEnded?.('task/a')).toBe(true);
    expect(layerRecordings([emptyRecording, emptyRecording])?.hasEnded?.('task/a')).toBe(false);
    expect(await layerRecordings([emptyRecording, emptyRecording])?.unanswered?.('task/a', 1)).toBeUndefined();
    expect(await asked({})?.output?.('task/a')).toBe('old');
    expect(await asked({ output: async () => 'new' })?.output?.('task/a')).toBe('new');
  });
});

it('a held recording gives what was recorded whatever it is asked with, and holds tasks only if they completed', async () => {
  const events = [stepAt(1, 'task/a/file/1', 'old'), eventAt(2, 'task/a', 'task.completed')];
  const held = createHeldRecording(await recordingOf('one', events));
  expect(held.performsMissing).toBe(true);
  expect(['task/a', 'task/b', 'task/a/file/1', 'task/b/file/1'].map((path) => held.isHeld?.(path))).toEqual([
    ...[true, false, true, true],
  ]);
  const asked: unknown[] = [];
  await createHeldRecording({ ...emptyRecording, step: async (...all) => void asked.push(all) }).step('key', 'hash');
  expect(asked).toEqual([['key']]);
  expect((await held.step('task/a/file/1', 'new'))?.hash).toBe('old');
});

describe('a recording for a part of a workflow', () => {
  const part: PlannedPart = {
    targets: { kind: 'only', tasks: [{ task: 'asked' }] },
    from: 'base',
    held: { kept: 'base', gone: 'nowhere' },
    left: [],
    wholeHash: 'w',
  };
  const keys = ['asked', 'kept', 'gone', 'free'].map((id) => `task/${id}/file/1`);
  const run = async (id: string, first: number) => ({
    id,
    recording: await recordingOf(
      id,
      keys.flatMap((key, index) => [
        stepAt(first + index, key, id),
        eventAt(first + index + 10, key.slice(0, -7), 'task.completed'),
        eventAt(first + index + 20, `${key.slice(0, -7)}/attempt/1/context/1`, 'context.planned'),
      ]),
    ),
  });

  it('takes what is held from the run that has it, what is asked from forks of the run alone, the rest from any', async () => {
    const runs = async () => [await run('fork', 1), await run('base', 31), await run('older', 61)];
    const recording = createPartialRecording(await runs(), part);
    expect(keys.map((key) => recording.isHeld?.(key))).toEqual([false, true, true, false]);
    const from = async (hash?: string) => {
      const fresh = createPartialRecording(await runs(), part);
      return Promise.all(keys.map((key) => seqOf(fresh.step(key, hash))));
    };
    expect(await from('fork')).toEqual([1, 32, undefined, 4]);
    expect(await from('base')).toEqual([1, 32, undefined, 34]);
    expect((await createPartialRecording(await runs(), part).step('task/kept/file/1'))?.taken).toMatchObject({
      seq: 32,
      run: 'base',
    });
    expect(await Promise.all(keys.map((key) => recording.has(key)))).toEqual([true, true, false, true]);
    expect(keys.map((key) => recording.completed(key.slice(0, -7)))).toEqual([211, 212, undefined, 214]);
    expect(keys.map((key) => recording.choices(key.slice(0, -7)).map(({ seq }) => seq))).toEqual([
      [21],
      [52],
      [],
      [24],
    ]);
    const noForks = createPartialRecording((await runs()).slice(1), part);
    expect(await noForks.has('task/asked/file/1')).toBe(false);
    expect(noForks.completed('task/asked')).toBeUndefined();
    const withoutBase = createPartialRecording((await runs()).slice(0, 1), part);
    expect(await withoutBase.has('task/asked/file/1')).toBe(true);
    expect(await createPartialRecording([], part).has('task/free/file/1')).toBe(false);
  });

  it('knows how far a pipeline came from the run that has it', async () => {
    const steps = { from: 0, i: 1 } as PipelineCursor;
    const base = { id: 'base', recording: { ...emptyRecording, passedSteps: async () => steps } };
    const recording = createPartialRecording([await run('fork', 1), base], part);
    expect(await recording.passedSteps?.('task/kept/attempt/1')).toBe(steps);
    expect(await recording.passedSteps?.('task/asked/attempt/1')).toBeUndefined();
    const written = { of: 'result', path: 'task/kept/attempt/2/step/0', text: { text: 'mine', length: 4 } } as const;
    const edited = createEditedRecording(
      base.recording,
      base.recording,
      [written as StoredEdit],
      async () => undefined,
    );
    expect(await edited.passedSteps?.('task/kept/attempt/1')).toBe(steps);
    expect(await edited.passedSteps?.('task/kept/attempt/2')).toBeUndefined();
  });

  it('knows attempts that nobody answered from the same runs, and names a held run as their source', async () => {
    const retrying = eventAt(5, 'task/x', 'task.retrying') as EventOf<'task.retrying'>;
    const base = { id: 'base', recording: { ...emptyRecording, unanswered: async () => retrying } };
    const unanswered = async (id: string) =>
      (await createPartialRecording([base], part).unanswered?.(`task/${id}`, 1))?.taken;
    expect(await Promise.all(['asked', 'kept', 'gone'].map(unanswered))).toEqual([
      undefined,
      { seq: 5, run: 'base', t: retrying.t },
      undefined,
    ]);
    expect(await unanswered('free')).toEqual({ seq: 5, t: retrying.t });
  });
});

describe('a recording in which a person wrote', () => {
  const edit = (of: StoredEdit['of'], path: string, text: StoredEdit['text']): StoredEdit => ({ of, path, text });
  const short = { text: 'mine', length: 4 };
  const long = { text: 'mi', length: 99, ref: 'ref' };
  const old = {
    ...{ hash: 'old', result: 'theirs', full_result_len: 999, ref: 'gone', taken: { seq: 1 } },
  };
  const read = async (ref: string) => (ref === 'ref' ? 'all of it' : undefined);
  const editing = (event: RunEvent, text = short, whole: Partial<Recording> = { step: async () => event as never }) =>
    createEditedRecording(
      { ...emptyRecording, ...whole },
      { ...emptyRecording, ...whole },
      [edit('result', event.path, text)],
      read,
    );

  it('gives what was written in place of a result, for nothing, and keeps nothing of the old one', async () => {
    const reply = eventAt(3, 'task/a/attempt/1/turn/1', 'model.replied', {
      ...old,
      data: {
        provider: 'p',
        finishReason: 'tool_calls',
        usage: { inputTokens: 5 },
        toolCalls: [],
        reasoning: [],
        origin: {},
      },
    });
    expect(await editing(reply).step(reply.path, 'any')).toEqual({
      ...{ v: 5, seq: 3, t: reply.t, id: reply.id, path: reply.path, kind: 'model.replied' },
      ...{ result: 'mine', full_result_len: 4, written: true, hash: 'written mine' },
      data: {
        provider: 'p',
        finishReason: 'stop',
        usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0, estimated: false },
      },
    });
    const tool = eventAt(3, 'task/a/tool/1', 'tool.called', { ...old, data: { name: 't', isError: true, files: [] } });
    expect((await editing(tool).step(tool.path))?.data).toEqual({ name: 't', isError: false });
    const script = eventAt(3, 'task/a/script/1', 'script.exited', {
      ...old,
      data: { exitCode: 3, capture: {}, stderrCapture: {}, binary: false },
    });
    expect((await editing(script).step(script.path))?.data).toEqual({ exitCode: 0, binary: false });
    const answer = eventAt(3, 'task/a/ask/1', 'input.provided', { ...old, data: { kind: 'question' } });
    const given = await editing(answer, long as never).step(answer.path);
    expect(given).toMatchObject({ result: 'mi', full_result_len: 99, ref: 'ref', hash: 'written ref' });
    expect(given).not.toHaveProperty('taken');
    expect(given?.data).toEqual({ kind: 'question' });
  });

  it('holds only what was written, beside what is held already, and gives all else as it was', async () => {
    const event = stepAt(3, 'task/a/file/1');
    const one = editing(event);
    expect([one.isHeld?.(event.path), one.isHeld?.('task/b/file/1')]).toEqual([true, false]);
    const held = editing(event, short, { isHeld: () => true, step: async () => event as never });
    expect(held.isHeld?.('task/b/file/1')).toBe(true);
    const asked: unknown[] = [];
    const step = async (...all: unknown[]) => void asked.push(all);
    const other = editing(event, short, { step: step as never });
    expect(await other.step('task/b/file/1', 'hash')).toBeUndefined();
    expect(await other.step(event.path, 'hash')).toBeUndefined();
    expect(asked).toEqual([['task/b/file/1', 'hash'], [event.path]]);
  });

  it('passes over an attempt that nobody answered, unless a person wrote in it rather than in its inputs', async () => {
    const retrying = eventAt(5, 'task/a', 'task.retrying') as never;
    const edits = [
      edit('prompt', 'task/a/attempt/1/turn/1', short),
      edit('prompt', 'task/b/attempt/1/task/input:x/attempt/1/turn/1', short),
    ];
    const known = { ...emptyRecording, unanswered: async () => retrying };
    const { unanswered } = createEditedRecording(known, emptyRecording, edits, read);
    expect(
      await Promise.all([unanswered?.('task/a', 1), unanswered?.('task/a', 2), unanswered?.('task/b', 1)]),
    ).toEqual([...[undefined, retrying, retrying]]);
    expect(createEditedRecording(emptyRecording, emptyRecording, edits, read).unanswered).toBeUndefined();
  });

  it('gives written prompts and outputs whole, by what they are of', async () => {
    const edits = [
      edit('output', 'x', short),
      edit('prompt', 'y', long),
      edit('prompt', 'z', { text: 'mi', length: 9 }),
    ];
    const both = createEditedRecording({ ...emptyRecording, read: async () => 'theirs' }, emptyRecording, edits, read);
    const written = (of: 'output' | 'prompt') => Promise.all(['x', 'y', 'z'].map((path) => both.written?.(of, path)));
    expect(await written('output')).toEqual(['mine', undefined, undefined]);
    expect(await written('prompt')).toEqual([undefined, 'all of it', undefined]);
    expect([await both.read('ref'), await both.read('other')]).toEqual(['all of it', 'theirs']);
    expect(both.isHeld?.('x')).toBe(false);
  });
});
