import { isJsonObject, type Json } from '@/base/json';
import type { ModelRef, PlannedAtomic } from '@/plan/plan';
import { at, instanceOf, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { modelName } from '../effects/run-prices';
import { asksServers, declareTools, toolsAtMost } from '../tools/handler-tools';
import { ConversationWindow, windowOf } from './context-window';
import type { RequestCounter } from './request-counter';
import { counterFor, factorOf } from './run-tokens';

/** Opens the window of a task's conversation with a model: that of the task, or one that it fell back to. */
export async function openWindow(task: PlannedAtomic, model: ModelRef, attempt: Attempt): Promise<ConversationWindow> {
  const window = windowOf(attempt.run, model, task.limits);
  const counter = await counterFor(attempt.run, model);
  const decides = window.size !== undefined;
  const start = await attempt.once(`window ${modelName(model)}`, () => startOf(task, model, attempt, counter, decides));
  return new ConversationWindow(attempt, model, window, counter, start);
}

interface Start {
  readonly factor: number;
  readonly around: number;
}

/**
 * What the counts of a conversation start from. Where something is decided by it, it is recorded if a run that is taken
 * up could find it otherwise: by how much to multiply hangs on which calls have ended, and what servers say of their
 * tools may change.
 */
async function startOf(
  task: PlannedAtomic,
  model: ModelRef,
  attempt: Attempt,
  counter: RequestCounter,
  decides: boolean,
): Promise<Start> {
  const { run, root } = attempt;
  const { outputSchema } = task;
  const schema = outputSchema === undefined ? {} : { outputSchema };
  const planned = () => counter.around({ tools: toolsAtMost(task), ...schema });
  if (!decides) return { factor: learned(attempt, model, counter), around: planned() };

  const own = model === task.model ? '' : ` ${encodeURIComponent(modelName(model))}`;
  const key = at(root, 'context', `factor${own}`);
  const isRecorded = run.history.steps.has(key) || (await run.recording?.has(key)) === true;
  const factor = !isRecorded && (await isBegun(attempt)) ? 1 : learned(attempt, model, counter);
  const asks = asksServers(task);
  if (factor === 1 && !asks && !isRecorded) return { factor, around: planned() };
  const step = { kind: 'effect.recorded', key, inputHash: '' } as const;
  const { data } = await run.journal.step(step, async () => {
    const around = asks ? counter.around({ tools: await declareTools(task, attempt), ...schema }) : planned();
    return { text: '', data: { effect: 'choice', value: { factor, around } } };
  });
  return readStart(data.value);
}

/** The model's own tokenizer needs no correction but what a conversation itself brings. */
function learned({ run }: Attempt, model: ModelRef, { exact }: RequestCounter): number {
  return exact ? 1 : factorOf(run, model);
}

function readStart(value: Json): Start {
  const { factor, around } = isJsonObject(value) ? value : {};
  return { factor: typeof factor === 'number' ? factor : 1, around: typeof around === 'number' ? around : 0 };
}

/** Whether an earlier process, or the run that this one repeats, got beyond this point with nothing to record. */
async function isBegun({ run: { history, recording }, root, path }: Attempt): Promise<boolean> {
  if ((await recording?.has(at(path, 'turn', 1))) === true) return true;
  const task: JournalPath | undefined = instanceOf(root);
  if (task === undefined || !history.started.has(task)) return false;
  return [...history.steps.keys()].some((key) => key.startsWith(`${root}/`));
}
