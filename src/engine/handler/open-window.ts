import { isJsonObject, type Json } from '@/base/json';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelRef, PlannedAtomic } from '@/plan/plan';
import { appendStep, findInstance, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { declareTools, listToolsAtMost, needsServers } from '../tools/handler-tools';
import { ConversationWindow, computeModelWindow } from './context-window';
import type { RequestCounter } from './request-counter';
import { createCounterFor, getTokenFactor } from './run-tokens';

/** Opens the window of a task's conversation with a model: the task's own, or a fallback. */
export async function openWindow(task: PlannedAtomic, model: ModelRef, attempt: Attempt): Promise<ConversationWindow> {
  const window = computeModelWindow(attempt.run, model, task.limits);
  const counter = await createCounterFor(attempt.run, model);
  const decides = window.size !== undefined;
  const start = await attempt.once(`window ${formatModelName(model)}`, () =>
    readStartCorrections(task, model, attempt, counter, decides),
  );
  return new ConversationWindow(attempt, model, window, counter, start);
}

interface InitialCounts {
  readonly factor: number;
  readonly around: number;
}

/**
 * The initial corrections of a conversation's counts. They are recorded if a decision depends on them and a resumed run
 * could compute others: the factor depends on which calls have ended, and servers may change the descriptions of their
 * tools.
 */
async function readStartCorrections(
  task: PlannedAtomic,
  model: ModelRef,
  attempt: Attempt,
  counter: RequestCounter,
  decides: boolean,
): Promise<InitialCounts> {
  const { run, root } = attempt;
  const { outputSchema } = task;
  const schema = outputSchema === undefined ? {} : { outputSchema };
  const countPlanned = () => counter.around({ tools: listToolsAtMost(task), ...schema });
  if (!decides) return { factor: findLearnedFactor(attempt, model, counter), around: countPlanned() };

  const own = model === task.model ? '' : ` ${encodeURIComponent(formatModelName(model))}`;
  const key = appendStep(root, 'context', `factor${own}`);
  const isRecorded = run.history.steps.has(key) || (await run.recording?.has(key)) === true;
  const factor = !isRecorded && (await isBegun(attempt)) ? 1 : findLearnedFactor(attempt, model, counter);
  const asks = needsServers(task);
  if (factor === 1 && !asks && !isRecorded) return { factor, around: countPlanned() };
  const step = { kind: 'effect.recorded', key, inputHash: '' } as const;
  const { data } = await run.journal.step(step, async () => {
    const around = asks ? counter.around({ tools: await declareTools(task, attempt), ...schema }) : countPlanned();
    return { text: '', data: { effect: 'choice', value: { factor, around } } };
  });
  return readStart(data.value);
}

/** The factor learned for a model. The model's own tokenizer needs only the corrections of the conversation itself. */
function findLearnedFactor({ run }: Attempt, model: ModelRef, { exact }: RequestCounter): number {
  return exact ? 1 : getTokenFactor(run, model);
}

function readStart(value: Json): InitialCounts {
  const { factor, around } = isJsonObject(value) ? value : {};
  return { factor: typeof factor === 'number' ? factor : 1, around: typeof around === 'number' ? around : 0 };
}

/** Whether an earlier process, or the run that this one repeats, got past this point without a record. */
async function isBegun({ run: { history, recording }, root, path }: Attempt): Promise<boolean> {
  if ((await recording?.has(appendStep(path, 'turn', 1))) === true) return true;
  const task: JournalPath | undefined = findInstance(root);
  if (task === undefined || !history.started.has(task)) return false;
  return [...history.steps.keys()].some((key) => key.startsWith(`${root}/`));
}
