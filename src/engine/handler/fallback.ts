import { AppError, type Failure, toFailure } from '@/base/errors';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import { explainUntaken } from '@/plan/attachments/untaken';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelRef, PlannedCall } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { Absence } from '@/run/events';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import { createPatientDeps, outlastTransport } from '../effects/outlast-transport';
import type { ModelReply } from '../ports/model-client';
import { createContentFilteredError } from './unfinished-reply';

/** A model, and its fallbacks, which are called if it is unavailable. */
export type ModelChain = Pick<PlannedCall, 'model' | 'fallbacks' | 'fallsBackOnRefusal'>;

/** Checks a reply before it is recorded. Throws if the reply is a refusal and another model is to be called instead. */
export type AcceptReply = (reply: Pick<ModelReply, 'content' | 'finishReason'>, usage: Usage) => void;

/** The model of a chain that a task calls now: the first one that is not known to be unavailable; else the last. */
export function findAnsweringModel(chain: ModelChain, { absent }: Attempt): ModelRef {
  const models = listChainModels(chain);
  return models.find((model) => !absent.has(formatModelName(model))) ?? models.at(-1) ?? chain.model;
}

/** Marks the models before a recorded answerer as unavailable, so that they are not tried again. */
export function followAnswer(chain: ModelChain, { absent }: Attempt, by: string | undefined): void {
  const models = listChainModels(chain);
  const found = models.findIndex((model) => formatModelName(model) === by);
  for (const model of models.slice(0, Math.max(0, found))) absent.add(formatModelName(model));
}

/**
 * Calls the model of a chain, and its next fallback if the model is unavailable: overloaded, limited beyond the retries
 * of the task, gone or unreachable; and if it refuses the content, where the chain allows that. No other failure leads
 * to a fallback, least of all a wrong request or a wrong key. `call` passes each reply to `accept` before recording it.
 * The task and its later attempts stay with the model that answered. Each change is recorded under `key`, so a resumed
 * run does not start with a model that was unavailable. Once one task has found a model gone, no other task of the run
 * calls it. The attempt must hold a slot. Errors: those of the call.
 */
export async function callWithFallbacks<T>(
  chain: ModelChain,
  attempt: Attempt,
  key: JournalPath,
  call: (model: ModelRef, accept: AcceptReply) => Promise<T>,
): Promise<T> {
  const { run, signal, patience } = attempt;
  for (;;) {
    const model = findAnsweringModel(chain, attempt);
    const next = listChainModels(chain).find((other) => other !== model && !attempt.absent.has(formatModelName(other)));
    if (next === undefined) {
      return call(model, acceptAny).catch((error) => Promise.reject(warnOfPassedOver(error, chain, attempt)));
    }
    const fallback = {
      from: formatModelName(model),
      to: formatModelName(next),
      key,
      passedOver: listModelsBetween(chain, model, next),
    };
    if (await isRecorded(fallback, run)) {
      await recordFallback(fallback, attempt);
      continue;
    }
    const said = getGoneModels(run).get(fallback.from);
    if (said !== undefined) {
      await recordFallback(fallback, attempt, { why: 'gone', said });
      continue;
    }
    const accept = chain.fallsBackOnRefusal ? refuseRefusals(model) : acceptAny;
    try {
      return await outlastTransport(patience, createPatientDeps(attempt), signal, () => call(model, accept), isLimit);
    } catch (error) {
      const failure = toFailure(error);
      const why = findAbsence(failure, chain);
      if (signal.aborted || why === undefined) throw error;
      if (why === 'gone') getGoneModels(run).set(fallback.from, failure.message);
      const spent = error instanceof RefusedReply ? { usage: error.usage } : {};
      await recordFallback(fallback, attempt, { why, said: failure.message, ...spent });
    }
  }
}

const acceptAny: AcceptReply = () => {};

/** A reply that only refuses. `usage`: what it used. */
class RefusedReply extends AppError {
  readonly usage: Usage;

  constructor({ code, message, advice, details }: AppError, usage: Usage) {
    super(code, message, { advice, details });
    this.usage = usage;
  }
}

function refuseRefusals({ provider }: ModelRef): AcceptReply {
  return ({ content, finishReason }, usage) => {
    if (finishReason === 'content_filter') throw new RefusedReply(createContentFilteredError(provider, content), usage);
  };
}

/** Warns of fallbacks that were not tried because they cannot take the attachments of the task. */
function warnOfPassedOver(error: unknown, chain: ModelChain, attempt: Attempt): unknown {
  const passed = listModelsBetween(chain, findAnsweringModel(chain, attempt));
  if (passed.length > 0 && !attempt.signal.aborted && findAbsence(toFailure(error), chain) !== undefined) {
    attempt.warn(`Not used as a fallback, as the attachments of the task cannot be sent to it: ${passed.join(', ')}.`);
  }
  return error;
}

function listChainModels({ model, fallbacks = [] }: ModelChain): readonly ModelRef[] {
  return [model, ...fallbacks];
}

/** A change from one model to another, before the call at `key`. */
interface Fallback {
  readonly from: string;
  readonly to: string;
  readonly key: JournalPath;
  /** Models between the two that cannot take the attachments of the task. */
  readonly passedOver: readonly string[];
}

/**
 * The models between two models of a chain, or after one. They were skipped because they cannot take the attachments;
 * unavailable models come earlier in the chain.
 */
function listModelsBetween(chain: ModelChain, from: ModelRef, to?: ModelRef): readonly string[] {
  const models = listChainModels(chain);
  const end = to === undefined ? models.length : models.indexOf(to);
  return models.slice(models.indexOf(from) + 1, end).map(formatModelName);
}

/** Marks the fallbacks of a chain that cannot take one of the files, so that they are not called. */
export function passOver(chain: ModelChain, files: readonly AttachedFile[], attempt: Attempt): void {
  const { catalogue } = attempt.run;
  for (const model of chain.fallbacks ?? []) {
    const facts = catalogue.factsOf(model);
    if (files.some((file) => explainUntaken(file.name, file, model, facts) !== undefined))
      attempt.absent.add(formatModelName(model));
  }
}

function buildFallbackKey({ from, to, key }: Fallback): JournalPath {
  return appendStep(key, 'fallback', encodeURIComponent(`${from} ${to}`));
}

/** Whether an earlier process, or the run that this one repeats, changed models here. */
async function isRecorded(fallback: Fallback, { history, recording }: RunContext): Promise<boolean> {
  const key = buildFallbackKey(fallback);
  return history.steps.has(key) || (await recording?.has(key)) === true;
}

/** Records a fallback. `reason` is left out if the fallback is on record already. */
async function recordFallback(
  fallback: Fallback,
  { run, absent, meter }: Attempt,
  reason?: { readonly why: Absence; readonly said: string; readonly usage?: Usage },
): Promise<void> {
  const { from, to, passedOver } = fallback;
  const step = { kind: 'model.fell_back', key: buildFallbackKey(fallback), inputHash: '', model: from } as const;
  const { data } = await run.journal.step(step, async () => {
    if (reason === undefined) throw new Error(`A fallback that is on record was not found: ${step.key}`);
    const passed = passedOver.length === 0 ? {} : { passedOver: [...passedOver] };
    return { text: '', data: { to, ...reason, ...passed } };
  });
  // The meter counted the usage of a new call when it was made.
  if (reason === undefined) meter.add(data.usage ?? null);
  absent.add(from);
}

const absences: Readonly<Record<string, Absence>> = {
  overloaded: 'overloaded',
  rate_limit: 'rate_limit',
  network: 'network',
  cut_off: 'cut_off',
  // A page cannot tell a server that forbids reading its answer from one that is unreachable.
  cors: 'network',
};

/** Why a failure means that the next model is called; undefined: it does not mean that. */
function findAbsence({ code, details = {} }: Failure, { fallsBackOnRefusal }: ModelChain): Absence | undefined {
  if (code !== 'PROVIDER_ERROR') return undefined;
  if (fallsBackOnRefusal && details['kind'] === 'content_filter') return 'refusal';
  return details['reason'] === 'model_gone' ? 'gone' : absences[String(details['kind'])];
}

function isLimit({ details }: Failure): boolean {
  return details?.['kind'] === 'rate_limit';
}

/** The error messages of models that are gone, by `provider:name`, for each journal of a run. */
const goneByRun = new WeakMap<RunContext['journal'], Map<string, string>>();

function getGoneModels({ journal }: RunContext): Map<string, string> {
  const known = goneByRun.get(journal) ?? new Map<string, string>();
  goneByRun.set(journal, known);
  return known;
}
