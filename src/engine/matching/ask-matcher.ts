import { isJsonObject, type Json } from '@/base/json';
import type { PlannedCall } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';
import { builtinLibrary } from '@/workflow/builtin-library';
import { scopeOf } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';
import type { Candidate, RankedText } from '@/workflow/matching/rank-texts';
import type { Attempt } from '../attempt';
import { askModel } from '../handler/ask-model';

/** What a matcher is asked. */
export interface MatcherQuestion {
  readonly call: PlannedCall;
  /** Journal path under which its turns stand. */
  readonly key: JournalPath;
  /** The task with what is around it, as `matchInputText` writes it. */
  readonly request: string;
  /** What can be chosen beside the passages of the request. */
  readonly candidates: readonly Candidate[];
  /** The ids of all that can be chosen. */
  readonly known: ReadonlySet<string>;
  readonly maxResults: number;
}

/** Most characters of what is said about a candidate. */
const maxAbout = 500;

/**
 * Asks a model what matches, by the built-in definition `matcher`. Best first, equal ones by their ids, each once; what
 * it names and is not there is left out, with a warning. Errors: those of the call, `INVALID_OUTPUT` if it does not
 * answer by its schema.
 */
export async function askMatcher(question: MatcherQuestion, attempt: Attempt): Promise<readonly RankedText[]> {
  const { task } = builtinLibrary.matcher;
  const list = question.candidates.map(({ id, about }) => `${id}: ${about.slice(0, maxAbout)}`).join('\n');
  const args = { request: question.request, candidates: list, max_results: question.maxResults };
  const prompt = renderTemplate(task?.description ?? '', scopeOf('inputs', args));
  const { output } = await askModel(attempt, {
    model: question.call,
    system: [...systemOf(question.call, attempt), typeof task?.system === 'string' ? task.system : ''].join('\n\n'),
    prompt: prompt.ok ? prompt.value : '',
    outputSchema: builtinLibrary.matcher.returns ?? {},
    key: question.key,
  });
  const best = new Map<string, number>();
  const unknown = new Set<string>();
  for (const { path, relevance } of answersIn(output)) {
    if (!question.known.has(path)) unknown.add(path);
    else best.set(path, Math.max(best.get(path) ?? 0, relevance));
  }
  if (unknown.size > 0) {
    const some = [...unknown].slice(0, 3).map((path) => `“${path.slice(0, 100)}”`);
    attempt.warn(`The matcher named what does not exist, and was ignored there: ${some.join(', ')}.`);
  }
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** What the author says to whoever matches; a part that names what is nowhere is left out. */
function systemOf({ system, instructions }: PlannedCall, attempt: Attempt): readonly string[] {
  const texts = [...system, ...instructions].map(({ value }) => renderTemplate(value, attempt.before));
  return texts.flatMap((text) => (text.ok && text.value !== '' ? [text.value] : []));
}

/** The answers of an output that has been checked against the schema. */
function answersIn(output: Json): readonly { readonly path: string; readonly relevance: number }[] {
  const matches = isJsonObject(output) ? output['matches'] : undefined;
  return Array.isArray(matches) ? matches : [];
}
