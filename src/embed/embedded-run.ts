import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { listOutputs } from '@/host/list-outputs';
import { type RecordedOutput, wholeOutput } from '@/host/whole-output';
import { isUnfinished } from '@/run/is-unfinished';
import { nearestTaskPath } from '@/run/journal-path';
import type { RunState } from '@/run/run-state';
import { failureOf, questionsOf, resultOfRun, runJson } from '@/serve/api/run-json';
import { followEvents } from '@/serve/runs/follow-events';
import type { ServedRuns } from '@/serve/served-runs';
import { stateAt } from '@/storage/state-at';
import { promised, promisedError } from './failures';
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
export function embeddedRun(world: EmbeddedRuns, id: string): Run {
  const { stores } = world.options;
  const { host, hub } = world.runs;
  const never = new AbortController().signal;

  const executionOf = async () => {
    const execution = await stores.executions.get(id);
    if (execution === undefined) throw new AppError('VALIDATION_ERROR', 'There is no such run any more.');
    return execution;
  };
  const follow = (from: number, signal: AbortSignal) => {
    const isHere = (one: string) => host.isHere(one);
    return followEvents(
      { stores, hub, isHere, idleMs: lookMs },
      id,
      from,
      AbortSignal.any([signal, world.runs.stopped]),
    );
  };

  /** The state, as soon as it fulfils a condition, or nothing more is to come; else when aborted. */
  async function settled(isSo: (state: RunState) => boolean, signal: AbortSignal): Promise<RunState> {
    let state = await stateAt(stores, id);
    if (isSo(state)) return state;
    for await (const { events } of follow(state.seq + 1, signal)) {
      if (events.length > 0) {
        state = await stateAt(stores, id);
        if (isSo(state)) return state;
      } else if ((await host.owner(id)) === 'nobody') return stateAt(stores, id);
    }
    return stateAt(stores, id);
  }

  async function* events({ from = 1, signal = never }: Parameters<Run['events']>[0] = {}): AsyncGenerator<LoggedEvent> {
    try {
      for await (const batch of follow(from, signal)) yield* batch.events;
    } catch (error) {
      throw promisedError(error);
    }
  }

  async function outcome({ signal = never }: Parameters<Run['outcome']>[0] = {}) {
    const needsSomebody = ({ status, questions, waits }: RunState) =>
      !isUnfinished(status) || questions.size > 0 || waits.length > 0;
    const state = await settled(needsSomebody, signal);
    const execution = await ended(state);
    const result = state.status === 'completed' ? await resultOfRun(world, execution) : undefined;
    return {
      status: isUnfinished(state.status) ? (await runJson(world, execution)).status : state.status,
      result: result === undefined ? null : new TextDecoder().decode(await bytesOf(result)),
      error: state.status === 'failed' ? (failureOf(state) ?? 'It failed.') : null,
      questions: await questionsOf(world, id, state),
      waits: state.waits,
    };
  }

  /** The record of a run, which follows its last event by a moment. */
  async function ended({ status }: RunState) {
    let execution = await executionOf();
    for (let left = 100; left > 0 && !isUnfinished(status) && isUnfinished(execution.status); left -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      execution = await executionOf();
    }
    return execution;
  }

  async function bytesOf(record: RecordedOutput): Promise<Uint8Array> {
    const pages = await wholeOutput(stores.blobs, id, record);
    if (pages === undefined) throw new AppError('VALIDATION_ERROR', 'This output is no longer stored.');
    const parts: Uint8Array[] = [];
    for await (const page of pages) parts.push(page.slice());
    return new Uint8Array(Buffer.concat(parts));
  }

  async function answer(path: string, given: unknown): Promise<void> {
    if (!(await stateAt(stores, id)).questions.has(path)) {
      throw new AppError('VALIDATION_ERROR', 'The run does not ask this, or no longer.');
    }
    await host.provideInput(id, path, typeof given === 'string' ? given : encodeJson(given));
    await settled(({ questions }) => !questions.has(path), never);
  }

  return {
    id,
    info: () => promised(async () => runJson(world, await executionOf())),
    events,
    outcome: (options) => promised(() => outcome(options)),
    outputs: () =>
      promised(async () => {
        const outputs = await listOutputs(stores, await executionOf());
        return outputs.map(({ path, bytes }) => ({ path, task: nearestTaskPath(path), bytes }));
      }),
    output: (path) =>
      promised(async () => {
        const outputs = await listOutputs(stores, await executionOf());
        const found = outputs.findLast((one) => one.path === path || nearestTaskPath(one.path) === path);
        if (found === undefined) throw new AppError('VALIDATION_ERROR', `There is no output of ${path}.`);
        return bytesOf(found.record);
      }),
    answer: (path, given) => promised(() => answer(path, given)),
    pause: () => promised(() => host.pause(id)),
    resume: () => promised(() => host.resume(id)),
    cancel: () => promised(() => host.cancel(id)),
    remove: () => promised(() => host.remove([id])),
  };
}
