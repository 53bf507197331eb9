import { AppError, type Failure, toFailure } from '@/base/errors';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import { untaken } from '@/plan/attachments/untaken';
import type { ModelRef, PlannedCall } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { Absence } from '@/run/events';
import { at, type JournalPath } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import { outlastTransport, patientDeps } from '../effects/outlast-transport';
import { modelName } from '../effects/run-prices';
import type { ModelReply } from '../ports/model-client';
import { contentFiltered } from './unfinished-reply';

/** A model, and those that are called in its place where it is not there. */
export type ModelChain = Pick<PlannedCall, 'model' | 'fallbacks' | 'fallsBackOnRefusal'>;

/** Looks at a reply before it is recorded. Throws if it is a refusal, and another model is called in its place. */
export type AcceptReply = (reply: Pick<ModelReply, 'content' | 'finishReason'>, usage: Usage) => void;

/** The model of a chain that a task calls now: the first that was there, or not tried yet; else the last. */
export function answeringModel(chain: ModelChain, { absent }: Attempt): ModelRef {
  const models = modelsOf(chain);
  return models.find((model) => !absent.has(modelName(model))) ?? models.at(-1) ?? chain.model;
}

/** Takes in which model answered, as a record tells: those before it in the chain are not tried again. */
export function followAnswer(chain: ModelChain, { absent }: Attempt, by: string | undefined): void {
  const models = modelsOf(chain);
  const found = models.findIndex((model) => modelName(model) === by);
  for (const model of models.slice(0, Math.max(0, found))) absent.add(modelName(model));
}

/**
 * Calls the model of a chain, and the next one where it is not there: overloaded, limited past the retries of the task,
 * gone, or not reachable; and where it refuses the content, if the chain says so. No other failure is a reason, least
 * of all a wrong request or a wrong key. `call` gives each reply to `accept` before it records it.
 * The task stays with the model that it came to, also in its later attempts. Each change is recorded under `key`, so
 * that a run that is taken up does not begin with a model that was seen not to be there. A model that one task found
 * gone is not asked by others of the run. The attempt holds a slot. Errors: those of the call.
 */
export async function withFallbacks<T>(
  chain: ModelChain,
  attempt: Attempt,
  key: JournalPath,
  call: (model: ModelRef, accept: AcceptReply) => Promise<T>,
): Promise<T> {
  const { run, signal, patience } = attempt;
  for (;;) {
    const model = answeringModel(chain, attempt);
    const next = modelsOf(chain).find((one) => one !== model && !attempt.absent.has(modelName(one)));
    if (next === undefined) {
      return call(model, acceptAny).catch((error) => Promise.reject(withPassedOver(error, chain, attempt)));
    }
    const fallback = { from: modelName(model), to: modelName(next), key, passedOver: between(chain, model, next) };
    if (await isRecorded(fallback, run)) {
      await record(fallback, attempt);
      continue;
    }
    const said = goneIn(run).get(fallback.from);
    if (said !== undefined) {
      await record(fallback, attempt, { why: 'gone', said });
      continue;
    }
    const accept = chain.fallsBackOnRefusal ? refuseRefusals(model) : acceptAny;
    try {
      return await outlastTransport(patience, patientDeps(attempt), signal, () => call(model, accept), isLimit);
    } catch (error) {
      const failure = toFailure(error);
      const why = absenceOf(failure, chain);
      if (signal.aborted || why === undefined) throw error;
      if (why === 'gone') goneIn(run).set(fallback.from, failure.message);
      const spent = error instanceof RefusedReply ? { usage: error.usage } : {};
      await record(fallback, attempt, { why, said: failure.message, ...spent });
    }
  }
}

const acceptAny: AcceptReply = () => {};

/** A reply that is no more than a refusal. `usage`: what it took. */
class RefusedReply extends AppError {
  readonly usage: Usage;

  constructor({ code, message, advice, details }: AppError, usage: Usage) {
    super(code, message, { advice, details });
    this.usage = usage;
  }
}

function refuseRefusals({ provider }: ModelRef): AcceptReply {
  return ({ content, finishReason }, usage) => {
    if (finishReason === 'content_filter') throw new RefusedReply(contentFiltered(provider, content), usage);
  };
}

/** Warns of fallbacks that a failure was not followed by, as they cannot be sent what the task attaches. */
function withPassedOver(error: unknown, chain: ModelChain, attempt: Attempt): unknown {
  const passed = between(chain, answeringModel(chain, attempt));
  if (passed.length > 0 && !attempt.signal.aborted && absenceOf(toFailure(error), chain) !== undefined) {
    attempt.warn(`Not called in its place, as what the task attaches cannot be sent to it: ${passed.join(', ')}.`);
  }
  return error;
}

function modelsOf({ model, fallbacks = [] }: ModelChain): readonly ModelRef[] {
  return [model, ...fallbacks];
}

/** A change from one model to another, before the call at `key`. */
interface Fallback {
  readonly from: string;
  readonly to: string;
  readonly key: JournalPath;
  /** Models between them that do not take what the task attaches. */
  readonly passedOver: readonly string[];
}

/**
 * The models that stand between two of a chain, or behind one. Those that were not there came before: these were passed
 * over.
 */
function between(chain: ModelChain, from: ModelRef, to?: ModelRef): readonly string[] {
  const models = modelsOf(chain);
  const end = to === undefined ? models.length : models.indexOf(to);
  return models.slice(models.indexOf(from) + 1, end).map(modelName);
}

/** Keeps the fallbacks of a chain that do not take one of the files from being called. */
export function passOver(chain: ModelChain, files: readonly AttachedFile[], attempt: Attempt): void {
  const { catalogue } = attempt.run;
  for (const model of chain.fallbacks ?? []) {
    const facts = catalogue.factsOf(model);
    if (files.some((file) => untaken(file.name, file, model, facts) !== undefined))
      attempt.absent.add(modelName(model));
  }
}

function keyOf({ from, to, key }: Fallback): JournalPath {
  return at(key, 'fallback', encodeURIComponent(`${from} ${to}`));
}

/** Whether an earlier process, or the run that this one repeats, fell back here. */
async function isRecorded(fallback: Fallback, { history, recording }: RunContext): Promise<boolean> {
  const key = keyOf(fallback);
  return history.steps.has(key) || (await recording?.has(key)) === true;
}

/** `reason` is left out for a fallback that is on record. */
async function record(
  fallback: Fallback,
  { run, absent, meter }: Attempt,
  reason?: { readonly why: Absence; readonly said: string; readonly usage?: Usage },
): Promise<void> {
  const { from, to, passedOver } = fallback;
  const step = { kind: 'model.fell_back', key: keyOf(fallback), inputHash: '', model: from } as const;
  const { data } = await run.journal.step(step, async () => {
    if (reason === undefined) throw new Error(`A fallback that is on record was not found: ${step.key}`);
    const passed = passedOver.length === 0 ? {} : { passedOver: [...passedOver] };
    return { text: '', data: { to, ...reason, ...passed } };
  });
  // What is paid for now was counted when it was.
  if (reason === undefined) meter.add(data.usage ?? null);
  absent.add(from);
}

const absences: Readonly<Record<string, Absence>> = {
  overloaded: 'overloaded',
  rate_limit: 'rate_limit',
  network: 'network',
  // To a page, a server that does not let it read an answer is none.
  cors: 'network',
};

/** Why a failure means that the next model is called; undefined: it does not. */
function absenceOf({ code, details = {} }: Failure, { fallsBackOnRefusal }: ModelChain): Absence | undefined {
  if (code !== 'PROVIDER_ERROR') return undefined;
  if (fallsBackOnRefusal && details['kind'] === 'content_filter') return 'refusal';
  return details['reason'] === 'model_gone' ? 'gone' : absences[String(details['kind'])];
}

function isLimit({ details }: Failure): boolean {
  return details?.['kind'] === 'rate_limit';
}

/** What was said of models that are gone, as `provider:name`, by the journal of the run. */
const ofRuns = new WeakMap<RunContext['journal'], Map<string, string>>();

function goneIn({ journal }: RunContext): Map<string, string> {
  const known = ofRuns.get(journal) ?? new Map<string, string>();
  ofRuns.set(journal, known);
  return known;
}
