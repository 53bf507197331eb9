import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { listOutputs } from '@/host/list-outputs';
import { type RecordedOutput, readWholeOutput } from '@/host/whole-output';
import { isUnfinished } from '@/run/is-unfinished';
import { getNearestTaskPath } from '@/run/journal-path';
import type { RunState } from '@/run/run-state';
import { buildRunJson, findFailure, readQuestions, readRunResult } from '@/serve/api/run-json';
import { followEvents } from '@/serve/runs/follow-events';
import type { ServedRuns } from '@/serve/served-runs';
import { readStateAt } from '@/storage/state-at';
import { convertToPromisedError, performAsPromised } from './failures';
import type { EmbeddedStores } from './open-embedded-stores';
import type { LoggedEvent, Run } from './public-types';

/** What all runs of a program share. */
export interface EmbeddedRuns {
  readonly options: { readonly stores: EmbeddedStores };
  readonly runs: ServedRuns;
}

/** How often a run that nothing is heard of is looked at, in ms. */
const lookMs = 500;

/** One run, for a program. */
export function createEmbeddedRun(world: EmbeddedRuns, id: string): Run {
  const { stores } = world.options;
  const { host, hub } = world.runs;
  const never = new AbortController().signal;

  const readExecution = async () => {
    const execution = await stores.executions.get(id);
    if (execution === undefined) throw new AppError('VALIDATION_ERROR', 'There is no such run any more.');
    return execution;
  };
  const followRun = (from: number, signal: AbortSignal) => {
    const isHere = (one: string) => host.isHere(one);
    return followEvents(
      { stores, hub, isHere, idleMs: lookMs },
      id,
      from,
      AbortSignal.any([signal, world.runs.stopped]),
    );
  };

  /** The state, as soon as it fulfils a condition, or nothing more is to come; else when aborted. */
  async function awaitState(isSo: (state: RunState) => boolean, signal: AbortSignal): Promise<RunState> {
    let state = await readStateAt(stores, id);
    if (isSo(state)) return state;
    for await (const { events } of followRun(state.seq + 1, signal)) {
      if (events.length > 0) {
        state = await readStateAt(stores, id);
        if (isSo(state)) return state;
      } else if ((await host.owner(id)) === 'nobody') return readStateAt(stores, id);
    }
    return readStateAt(stores, id);
  }

  async function* events({ from = 1, signal = never }: Parameters<Run['events']>[0] = {}): AsyncGenerator<LoggedEvent> {
    try {
      for await (const batch of followRun(from, signal)) yield* batch.events;
    } catch (error) {
      throw convertToPromisedError(error);
    }
  }

  async function outcome({ signal = never }: Parameters<Run['outcome']>[0] = {}) {
    const needsSomebody = ({ status, questions, waits }: RunState) =>
      !isUnfinished(status) || questions.size > 0 || waits.length > 0;
    const state = await awaitState(needsSomebody, signal);
    const execution = await awaitEnd(state);
    const result = state.status === 'completed' ? await readRunResult(world, execution) : undefined;
    return {
      status: isUnfinished(state.status) ? (await buildRunJson(world, execution)).status : state.status,
      result: result === undefined ? null : new TextDecoder().decode(await readBytes(result)),
      error: state.status === 'failed' ? (findFailure(state) ?? 'It failed.') : null,
      questions: await readQuestions(world, id, state),
      waits: state.waits,
    };
  }

  /** The record of a run, which follows its last event by a moment. */
  async function awaitEnd({ status }: RunState) {
    let execution = await readExecution();
    for (let left = 100; left > 0 && !isUnfinished(status) && isUnfinished(execution.status); left -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      execution = await readExecution();
    }
    return execution;
  }

  async function readBytes(record: RecordedOutput): Promise<Uint8Array> {
    const pages = await readWholeOutput(stores.blobs, id, record);
    if (pages === undefined) throw new AppError('VALIDATION_ERROR', 'This output is no longer stored.');
    const parts: Uint8Array[] = [];
    for await (const page of pages) parts.push(page.slice());
    return new Uint8Array(Buffer.concat(parts));
  }

  async function answerQuestion(path: string, given: unknown): Promise<void> {
    if (!(await readStateAt(stores, id)).questions.has(path)) {
      throw new AppError('VALIDATION_ERROR', 'The run does not ask this, or no longer.');
    }
    await host.provideInput(id, path, typeof given === 'string' ? given : encodeJson(given));
    await awaitState(({ questions }) => !questions.has(path), never);
  }

  return {
    id,
    info: () => performAsPromised(async () => buildRunJson(world, await readExecution())),
    events,
    outcome: (options) => performAsPromised(() => outcome(options)),
    outputs: () =>
      performAsPromised(async () => {
        const outputs = await listOutputs(stores, await readExecution());
        return outputs.map(({ path, bytes }) => ({ path, task: getNearestTaskPath(path), bytes }));
      }),
    output: (path) =>
      performAsPromised(async () => {
        const outputs = await listOutputs(stores, await readExecution());
        const found = outputs.findLast((one) => one.path === path || getNearestTaskPath(one.path) === path);
        if (found === undefined) throw new AppError('VALIDATION_ERROR', `There is no output of ${path}.`);
        return readBytes(found.record);
      }),
    answer: (path, given) => performAsPromised(() => answerQuestion(path, given)),
    pause: () => performAsPromised(() => host.pause(id)),
    resume: () => performAsPromised(() => host.resume(id)),
    cancel: () => performAsPromised(() => host.cancel(id)),
    remove: () => performAsPromised(() => host.remove([id])),
  };
}
