import { isJsonObject, type Json } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import type { PlannedCall } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import { builtinLibrary } from '@/workflow/builtin-library';
import { createScope } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';
import type { Candidate, RankedText } from '@/workflow/matching/rank-texts';
import type { Attempt } from '../attempt';
import { askModel } from '../handler/ask-model';

/** A question to a matcher. */
export interface MatcherQuestion {
  readonly call: PlannedCall;
  /** Journal path below which its turns lie. */
  readonly key: JournalPath;
  /** The task with its context, as `matchInputText` writes it. */
  readonly request: string;
  /** The candidates besides the passages of the request. */
  readonly candidates: readonly Candidate[];
  /** The ids of everything that can be chosen. */
  readonly known: ReadonlySet<string>;
  readonly maxResults: number;
}

/** Most characters of a candidate's description. */
const maxAbout = 500;

/**
 * Asks a model what matches, with the built-in definition `matcher`. The result is sorted by score, equal scores by id,
 * each id once. Unknown ids are left out, with a warning. Errors: those of the call, `INVALID_OUTPUT` if the answer
 * does not fit the schema.
 */
export async function askMatcher(question: MatcherQuestion, attempt: Attempt): Promise<readonly RankedText[]> {
  const { task } = builtinLibrary.matcher;
  const list = question.candidates.map(({ id, about }) => `${id}: ${cutToStart(about, maxAbout)}`).join('\n');
  const args = { request: question.request, candidates: list, max_results: question.maxResults };
  const prompt = renderTemplate(task?.description ?? '', createScope('inputs', args));
  const { output } = await askModel(attempt, {
    model: question.call,
    system: [...renderMatcherSystem(question.call, attempt), typeof task?.system === 'string' ? task.system : ''].join(
      '\n\n',
    ),
    prompt: prompt.ok ? prompt.value : '',
    outputSchema: builtinLibrary.matcher.returns ?? {},
    key: question.key,
  });
  const best = new Map<string, number>();
  const unknown = new Set<string>();
  for (const { path, relevance } of readMatcherAnswers(output)) {
    if (!question.known.has(path)) unknown.add(path);
    else best.set(path, Math.max(best.get(path) ?? 0, relevance));
  }
  if (unknown.size > 0) {
    const some = [...unknown].slice(0, 3).map((path) => `“${cutToStart(path, 100)}”`);
    attempt.warn(`The matcher named files that do not exist. They were ignored: ${some.join(', ')}.`);
  }
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** The author's system texts for the matcher. A text that uses a name without a value is left out. */
function renderMatcherSystem({ system, instructions }: PlannedCall, attempt: Attempt): readonly string[] {
  const texts = [...system, ...instructions].map(({ value }) => renderTemplate(value, attempt.before));
  return texts.flatMap((text) => (text.ok && text.value !== '' ? [text.value] : []));
}

/** The answers in an output that has been checked against the schema. */
function readMatcherAnswers(output: Json): readonly { readonly path: string; readonly relevance: number }[] {
  const matches = isJsonObject(output) ? output['matches'] : undefined;
  return Array.isArray(matches) ? matches : [];
}
