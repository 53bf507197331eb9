import { describe, expect, it } from 'vitest';
import type { EventOf } from './events';
import {
  buildIteration,
  createIterationMatcher,
  type IterationTexts,
  largeOutput,
  writeIteration,
} from './iteration-log';

const event = (more: Partial<EventOf<'iteration.logged'>>, data: Partial<EventOf<'iteration.logged'>['data']> = {}) =>
  ({
    v: 2,
    seq: 7,
    t: '2026-01-01T00:00:01.000Z',
    id: 'abcdefgh',
    kind: 'iteration.logged',
    path: 'task/ci/iter/3',
    result: 'all fine',
    ...more,
    data: { n: 3, ordinal: 5, of: 'loop', exitCode: 0, usage: null, durationMs: 12, ...data },
  }) as EventOf<'iteration.logged'>;

/** Payloads whose text begins with their ref. */
const textsOf = (sizes: Readonly<Record<string, number>>): IterationTexts => ({
  size: async (ref) => sizes[ref],
  read: async (ref) => (sizes[ref] === undefined ? undefined : `${ref}`.padEnd(sizes[ref], '.')),
});
const written = (one: EventOf<'iteration.logged'>, sizes = {}) => {
  const log = buildIteration('run1', one);
  if (log === undefined) throw new Error('No record.');
  return writeIteration(log, textsOf(sizes));
};

describe('an iteration as it is exported', () => {
  it('is the record of the seed', async () => {
    const one = event(
      { error: { code: 'TASK_FAILURE', message: 'Red.', retryable: true } },
      {
        command: 'otto ci',
        exitCode: 2,
        stderr: { text: 'one failed', length: 10 },
        filesChanged: ['/a.md'],
        toolCalls: [{ tool: 'run_script', arguments: '{}', result: 'ok', isError: false }],
        prompt: { text: 'Do', length: 900, ref: 'p' },
        usage: { inputTokens: 10, outputTokens: 4, cachedTokens: 3, costUsd: 0.01, estimated: false },
        notes: { success: false },
      },
    );
    const created = Date.UTC(2026, 0, 1, 0, 0, 1);
    expect(await written(one)).toEqual({
      id: 'run1-iter-5',
      execution_id: 'run1',
      iteration: 5,
      path: 'task/ci/iter/3',
      kind: 'loop',
      round: 3,
      validation_command: 'otto ci',
      exit_code: 2,
      stdout: 'all fine',
      stderr: 'one failed',
      duration_ms: 12,
      files_changed: ['/a.md'],
      llm_input_tokens: 10,
      llm_output_tokens: 4,
      llm_cached_tokens: 3,
      cost_usd: 0.01,
      tool_calls: [{ tool_name: 'run_script', arguments_summary: '{}', result_summary: 'ok', is_error: false }],
      prompt_ref: 'p',
      notes: { success: false },
      error: { code: 'TASK_FAILURE', message: 'Red.' },
      created_at: created,
      updated_at: created,
    });
  });

  it('counts what was thought apart, where something was', async () => {
    const usage = { inputTokens: 10, outputTokens: 4, cachedTokens: 0, costUsd: null, estimated: false };
    expect(await written(event({}, { usage: { ...usage, reasoningTokens: 3 } }))).toMatchObject({
      llm_output_tokens: 4,
      llm_reasoning_tokens: 3,
    });
    expect(await written(event({}, { usage }))).not.toHaveProperty('llm_reasoning_tokens');
  });

  it('has its whole output: told to be large from 100 kB on, and apart from 1 MB on', async () => {
    const long = (ref: string) => event({ result: 'start', full_result_len: 5000, ref });
    const { warned, apart } = largeOutput;
    const sizes = { small: warned, large: warned + 1, most: apart, apart: apart + 1 };
    const outputs = await Promise.all(Object.keys(sizes).map((ref) => written(long(ref), sizes)));
    expect(outputs.map(({ large, stdout, stdout_ref }) => [large ?? false, String(stdout).length, stdout_ref])).toEqual(
      [
        [false, warned, undefined],
        [true, warned + 1, undefined],
        [true, apart, undefined],
        [true, 5, 'apart'],
      ],
    );
    expect(outputs[3]).toMatchObject({ stdout: 'start', stdout_bytes: apart + 1 });
  });

  it('has the whole of what is only seen in part, and its start where the whole is gone', async () => {
    const capture = {
      type: 'stdout',
      bytes: 9000,
      truncated: true,
      shown: 10,
      strategy: 'tail',
      binary: false,
      stored: { ref: 'whole', bytes: 9000 },
    } as const;
    const one = event({ result: '…the end' }, { capture });
    expect(String((await written(one, { whole: 9000 }))['stdout'])).toHaveLength(9000);
    expect(await written(event({ result: 'start', full_result_len: 3000, ref: 'gone' }))).toMatchObject({
      stdout: 'start',
      stdout_ref: 'gone',
      stdout_bytes: null,
    });
  });

  it('has its whole command, the part that decided, and each part with its outputs', async () => {
    const part = { type: 'script', exitCode: 4, output: { text: 'red', length: 3 } } as const;
    const one = event(
      { result: '' },
      {
        command: 'otto',
        wholeCommand: { text: 'otto', length: 5000, ref: 'script' },
        exitCode: 4,
        stderr: { text: 'broken', length: 6 },
        decidedBy: 'task/ci/iter/3/attempt/1/task/2',
        parts: [
          { ...part, path: 'task/ci/iter/3/attempt/1/task/1', type: 'atomic', exitCode: 0 },
          {
            ...part,
            path: 'task/ci/iter/3/attempt/1/task/2',
            command: { text: 'otto', length: 5000, ref: 'script' },
            stderr: { text: 'broken', length: 6 },
            error: { code: 'TASK_FAILURE', message: 'Red.' },
          },
        ],
      },
    );
    const record = await written(one, { script: 5000 });
    expect(record).toMatchObject({
      exit_code: 4,
      decided_by: 'ci/2',
      stdout: 'red',
      stderr: 'broken',
      content: '',
      parts: [
        { task: 'ci/1', type: 'atomic', exit_code: 0, command: '', stdout: 'red', stderr: '' },
        { task: 'ci/2', exit_code: 4, stderr: 'broken', error: { code: 'TASK_FAILURE', message: 'Red.' } },
      ],
    });
    expect(String(record['validation_command'])).toHaveLength(5000);
  });

  it('is none where a version of events had no ordinals', () => {
    const { ordinal: _none, ...data } = event({}).data;
    expect(buildIteration('run1', { ...event({}), data })).toBeUndefined();
  });
});

describe('a query for iterations', () => {
  const log = buildIteration(
    'run1',
    event({}, { command: 'Otto CI', exitCode: -1, stderr: { text: 'Time is up', length: 10 } }),
  );
  const matches = (query: Parameters<typeof createIterationMatcher>[0]) =>
    log !== undefined && createIterationMatcher(query)(log);

  it('asks for a task and all in it, an exit code or any but 0, and a text of the command or either output', () => {
    expect([{}, { path: 'task/ci' }, { exitCode: -1 }, { exitCode: 'failed' as const }].map(matches)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['otto', 'FINE', 'time is'].map((text) => matches({ text }))).toEqual([true, true, true]);
    expect([{ path: 'task/c' }, { exitCode: 0 }, { text: 'nothing' }].map(matches)).toEqual([false, false, false]);
  });
});
