import { describe, expect, it } from 'vitest';
import { createScope } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import { Meter } from '../effects/meter';
import { emptyRecording, type Recording } from '../log/recording';
import type { PipelineCursor } from '../log/run-history';
import type { Pipeline } from './pipeline';
import { createPipelineProgress } from './pipeline-progress';
import { readPipelineSteps } from './pipeline-steps';
import { findTakenSteps } from './steps-taken';

const used = (inputTokens: number) => ({
  inputTokens,
  outputTokens: 0,
  cachedTokens: 0,
  costUsd: null,
  estimated: false,
});

/** Steps that an attempt took: `state I` after the last of them, ten tokens for each. */
const steps = (from: number, i: number, hash = 'first'): PipelineCursor => ({
  ...{ from, i, hash, usage: i === from ? null : used(10 * (i - from)) },
  record: {
    ...{ kind: 'model.replied', result: `state ${i}`, model: 'sim:other' },
    data: { usage: used(10), ...(i === 9 && { failures: { usage: used(5) } }) },
  } as never,
});

/** Where the last of some attempts goes on. */
const taken = (...cursors: readonly (PipelineCursor | undefined)[]) => takenOver({}, ...cursors);

/** The same where steps may be taken from an earlier run. */
const takenOver = (recording: Partial<Recording>, ...cursors: readonly (PipelineCursor | undefined)[]) =>
  takenBy({}, recording, ...cursors);

/** The same for a task and a run that say whether they may be. */
async function takenBy(
  { own = {}, ofRun = {} }: { readonly own?: object; readonly ofRun?: object },
  recording: Partial<Recording>,
  ...cursors: readonly (PipelineCursor | undefined)[]
) {
  const absent = new Set<string>();
  const meter = new Meter('', undefined);
  const pathIn = (number: number) => `attempt/${number}`;
  const pipelines = new Map(
    cursors.flatMap((cursor, index) => (cursor === undefined ? [] : [[pathIn(index + 1), cursor]])),
  );
  const journal = { read: async ({ text }: { readonly text: string }) => text };
  const run = { plan: ofRun, history: { pipelines }, journal, recording: { ...emptyRecording, ...recording } };
  const attempt = { run, number: cursors.length, path: pathIn(cursors.length), pathIn, meter, absent };
  const worker = { question: ({ state }: { readonly state: string }) => state, hashOf: (question: string) => question };
  const model = (name: string) => ({ provider: 'sim', model: name });
  const task = { model: model('echo'), fallbacks: [model('other'), model('third')], ...own };
  const pipeline = { task, attempt, worker } as unknown as Pipeline;
  const cursor = await findTakenSteps(pipeline, { state: 'first', step: '', i: 0, total: 9 });
  return { cursor, tokens: meter.usage?.inputTokens, absent: [...absent] };
}

describe('a pipeline that is taken up', () => {
  it('goes on after the steps of this attempt, whose usage counts, with the model that answered', async () => {
    expect(await taken(steps(0, 2))).toEqual({ cursor: { i: 3, state: 'state 2' }, tokens: 30, absent: ['sim:echo'] });
    expect(await taken(steps(0, 9))).toMatchObject({ cursor: { i: 10 }, tokens: 105 });
  });

  it('goes on after those of earlier attempts, which have counted already', async () => {
    expect(await taken(steps(0, 2), undefined)).toMatchObject({ cursor: { i: 3 }, tokens: undefined });
    expect(await taken(steps(0, 2), steps(3, 4))).toMatchObject({ cursor: { i: 5, state: 'state 4' }, tokens: 20 });
    expect(await taken(steps(0, 2), steps(3, 4), undefined)).toMatchObject({ cursor: { i: 5 }, tokens: undefined });
    expect(await taken(steps(0, 4), steps(3, 6))).toMatchObject({ cursor: { i: 7 }, tokens: 40 });
    expect(await taken(steps(0, 4), steps(3, 4))).toMatchObject({ cursor: { i: 5 }, tokens: undefined });
  });

  it('goes on before a gap, and from the newest attempt that began anew', async () => {
    expect(await taken(steps(0, 2), steps(4, 5))).toMatchObject({ cursor: { i: 3 }, tokens: undefined });
    expect(await taken(steps(0, 2), steps(4, 5), steps(3, 3))).toMatchObject({ cursor: { i: 4 }, tokens: 10 });
    expect(await taken(steps(0, 4), steps(0, 1))).toMatchObject({ cursor: { i: 2, state: 'state 1' }, tokens: 20 });
  });

  it('goes on after the steps that it takes from an earlier run, where their states are deleted', async () => {
    const passedSteps = async (path: string) => (path === 'attempt/1' ? steps(0, 3) : undefined);
    const isHeld = () => true;
    const after3 = { cursor: { i: 4, state: 'state 3' }, tokens: 40, absent: ['sim:echo'] };
    expect(await takenOver({ passedSteps, isHeld }, undefined)).toEqual(after3);
    expect(await takenOver({ passedSteps, isSameWorkflow: true }, undefined)).toEqual(after3);
    // What is held is taken whatever its first question is now; any other run takes one step after the other.
    const other = { passedSteps: async () => steps(0, 3, 'other') };
    expect(await takenOver({ ...other, isHeld }, undefined)).toEqual(after3);
    expect((await takenOver({ ...other, isSameWorkflow: true }, undefined)).cursor).toBeUndefined();
    expect((await takenOver({ passedSteps, isHeld: () => false }, undefined)).cursor).toBeUndefined();
    // Steps that are always asked are taken only where they are held.
    const anew = [
      { own: { model: { provider: 'openai', model: 'm' }, reuse: 'never' } },
      { ofRun: { reuse: { mode: 'never' } } },
    ];
    for (const says of anew) {
      expect((await takenBy(says, { passedSteps, isSameWorkflow: true }, undefined)).cursor).toBeUndefined();
      expect((await takenBy(says, { passedSteps, isHeld }, undefined)).cursor).toEqual(after3.cursor);
    }
    // It was resumed: its own steps follow those.
    const own = await takenOver({ passedSteps, isHeld }, steps(4, 5));
    expect(own).toMatchObject({ cursor: { i: 6, state: 'state 5' }, tokens: 60 });
  });

  it('begins anew where its first question is another, or nothing is known of its first step', async () => {
    const none = { cursor: undefined, tokens: undefined, absent: [] };
    expect(await taken(steps(0, 2, 'other'))).toEqual(none);
    expect(await taken(steps(0, 4), steps(0, 1, 'other'))).toEqual(none);
    expect(await taken(steps(1, 2))).toEqual(none);
    expect(await taken(undefined)).toEqual(none);
  });
});

it('the progress of a pipeline is told once a second and at its end, by what this process did', () => {
  const clock = { time: 1000, now: () => clock.time };
  const told: unknown[] = [];
  const log = { append: ({ data, ...more }: { readonly data: object }) => told.push({ ...more, ...data }) };
  const tell = createPipelineProgress({ run: { deps: { clock }, log }, path: 'p' } as unknown as Attempt, 10, 30);
  const at = (time: number, done: number) => {
    clock.time = time;
    tell(done);
    return told.splice(0);
  };
  expect(at(1999, 11)).toEqual([]);
  expect(at(2000, 12)).toEqual([{ kind: 'pipeline.progress', path: 'p', done: 12, total: 30, leftMs: 9000, rate: 2 }]);
  expect(at(2999, 13)).toEqual([]);
  // The clock was set back: that time is unknown.
  expect(at(500, 20)).toMatchObject([{ leftMs: 1000, rate: 10 }]);
  expect(at(500, 21)).toEqual([]);
  expect(at(1000, 30)).toMatchObject([{ done: 30, leftMs: 0, rate: 13.33 }]);
  const quick = createPipelineProgress({ run: { deps: { clock }, log }, path: 'p' } as unknown as Attempt, 0, 1);
  quick(1);
  expect(told).toMatchObject([{ leftMs: 0, rate: null }]);
});

it('the steps of a pipeline are a list, or one that is repeated, with its number where it names it', async () => {
  const environment = createScope('variables', { who: 'Ada' });
  const of = (planned: object) => readPipelineSteps(planned as never, { environment } as Attempt);
  const texts = async (planned: object) => {
    const { total, at } = await of(planned);
    return [total, ...[0, 1, 2].map(at)];
  };
  expect(await texts({ list: ['Hail {{who}}', 'b'] })).toEqual([2, 'Hail Ada', 'b', '']);
  expect(await texts({ repeat: 5, step: 'Hail {{who}} {i}' })).toEqual([5, ...Array(3).fill('Hail Ada {i}')]);
  const numbered = { repeat: 3, step: '{{who}} {i}/{total} {state} {step}', isNumbered: true };
  expect(await texts(numbered)).toEqual([3, ...[0, 1, 2].map((i) => `Ada ${i}/3 {state} {step}`)]);
  for (const planned of [
    { list: ['{{nobody}}'] },
    { repeat: 1, step: '{{nobody}}' },
    { ...numbered, step: '{{nobody}}' },
  ]) {
    await expect(of(planned)).rejects.toMatchObject({ code: 'TASK_FAILURE' });
  }
});
