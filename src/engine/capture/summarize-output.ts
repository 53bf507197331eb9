import { computeUtf8Length, startOfBytes } from '@/base/bytes';
import { AppError } from '@/base/errors';
import { isJsonObject, type Json } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import { assemblePrompt } from '@/plan/assemble-prompt';
import type { Plan, PlannedCall, PlannedDefinition } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import { createScope } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import { askModel } from '../handler/ask-model';
import { computeModelWindow } from '../handler/context-window';
import { bindArguments } from '../library/bind-arguments';
import type { OutputSample, StreamEnd } from './captured-stream';

/** Most characters that the model is asked for. */
const maxCharacters = 2000;
/** Tokens that are reserved for the rest of the prompt. */
const reservedTokens = 512;
/** An output that must be cut below this many characters is not worth a summary. */
const leastText = 500;

/**
 * Summarises an output that is too long to be shown, in at most `limit` bytes. The compaction agent writes it, if there
 * is one, else the library's definition `summarizer`. The model sees as much of the output's start and end as fits its
 * window. The attempt must hold a slot. `key`: journal path below which the call lies. Errors: those of the call,
 * `TASK_FAILURE` if there is no model for it.
 */
export async function summarizeOutput(
  { sample }: Pick<StreamEnd, 'sample'>,
  limit: number,
  attempt: Attempt,
  key: JournalPath,
): Promise<string> {
  const { plan } = attempt.run;
  const writer = findSummaryWriter(plan);
  const text = await fitSampleToWindow(sample(), writer.call, attempt);
  const { content, output } = await askModel(attempt, {
    model: writer.call,
    ...buildSummaryPrompt(writer, text, limit, plan),
    ...(plan.compaction?.agent === undefined ? {} : { outputSchema: plan.compaction.agent.outputSchema }),
    key,
  });
  const summary = plan.compaction?.agent === undefined ? content : readSummary(output, content);
  if (summary.trim() === '') throw new AppError('TASK_FAILURE', 'The model wrote no summary.');
  return startOfBytes(summary.trim(), limit);
}

interface Writer {
  readonly call: PlannedCall;
  readonly definition: PlannedDefinition;
}

/** The model that compacts histories writes summaries too, with the prompt of `summarizer`. */
function findSummaryWriter({ compaction, library }: Plan): Writer {
  const definition = library['summarizer'];
  if (definition?.task.type !== 'atomic') throw createNoWriterError();
  return { call: compaction?.agent ?? definition.task, definition };
}

function createNoWriterError(): AppError {
  return new AppError('TASK_FAILURE', 'There is no model that writes summaries.', {
    advice: 'Give the workflow a default_model, or choose another truncation_strategy.',
  });
}

function buildSummaryPrompt(
  { call, definition }: Writer,
  text: string,
  limit: number,
  { compaction, variables }: Plan,
) {
  const { task, parameters } = definition;
  if (task.type !== 'atomic') throw createNoWriterError();
  const known = new Set(parameters.map(({ name }) => name));
  const given = { text, max_characters: Math.min(maxCharacters, limit), focus: 'Those who work with this output.' };
  const args = Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
  const values = bindArguments('summarizer', parameters, args);
  const prompt = assemblePrompt(task, createScope('inputs', values, createScope('variables', variables)), {
    context: [],
    givenNames: parameters.map(({ name }) => [name]),
  });
  if (!prompt.ok) throw new AppError('TASK_FAILURE', `The summarizer asks for ${prompt.error.missing}.`);
  const collectTexts = (role: string) =>
    prompt.value.messages.filter((message) => message.role === role).map(({ content }) => content);
  const own = compaction?.agent === undefined ? [] : call.system.map(({ value }) => value);
  return { system: [...own, ...collectTexts('system')].join('\n\n'), prompt: collectTexts('user').join('\n\n') };
}

/** As much of the output's start and end as fits the window of a model. */
async function fitSampleToWindow(sample: OutputSample, { model }: PlannedCall, { run }: Attempt): Promise<string> {
  const { usable } = computeModelWindow(run, model, run.plan.limits);
  const counter = usable === undefined ? undefined : await run.deps.tokens([model]);
  for (let { start, end, missing } = sample; ; ) {
    const text = missing === 0 ? start + end : `${start}\n--- [${missing} bytes truncated] ---\n${end}`;
    if (usable === undefined || counter === undefined) return text;
    if (counter.count(text, model).tokens + reservedTokens <= usable) return text;
    if (text.length < leastText) throw new AppError('TASK_FAILURE', 'The output does not fit into the window.');
    const before = computeUtf8Length(start) + computeUtf8Length(end);
    const half = Math.floor(text.length * 0.35);
    const whole = start + end;
    [start, end] = [cutToStart(whole, half), end === '' ? whole.slice(-half) : end.slice(-half)];
    missing += before - computeUtf8Length(start) - computeUtf8Length(end);
  }
}

/** The text from an agent's answer in the schema of a compaction: its summary, then its lists. */
function readSummary(output: Json, content: string): string {
  if (!isJsonObject(output)) return content;
  const { summary, ...lists } = output;
  if (typeof summary !== 'string') return content;
  const lines = Object.values(lists).flatMap((list) => (Array.isArray(list) ? list : []));
  return [summary, ...lines.filter((line) => typeof line === 'string').map((line) => `- ${line}`)].join('\n');
}
