import { defaultMaxResults } from '@/plan/limits';
import type { PlannedTask } from '@/plan/plan';
import { renderTemplate } from '@/workflow/expressions/template';
import type { Attempt } from '../attempt';
import type { MatchInput } from '../matching/match-input';
import { matchMemory } from '../matching/match-memory';
import { findWorkflowMatcher } from '../matching/workflow-matcher';

/** What a task is matched against besides the memory index. */
export type MatchIndex = Pick<MatchInput, 'previousOutputs' | 'inheritedContext'>;

/** What a match on the text of a task finds for it. */
export interface Matched {
  /** The files of the memory that help. */
  readonly files: string;
  /** The part of the inherited context that is kept. */
  readonly inherited: string;
}

/** Nothing was matched. */
export const unmatched: Matched = { files: '', inherited: '' };

/**
 * Matches a task by its own text (language page, 5.1), with the workflow's matcher or by local ranking. Only a task
 * with a prompt has such a text. If there is nothing to match against, no call is made.
 */
export async function matchTask(task: PlannedTask, attempt: Attempt, material: MatchIndex = {}): Promise<Matched> {
  const { plan } = attempt.run;
  const hasSomething = Object.keys(plan.memoryIndex).length > 0 || (material.inheritedContext ?? '') !== '';
  if (!hasSomething || task.type !== 'atomic') return unmatched;
  const query = renderTemplate(task.prompt, attempt.environment);
  // A prompt that uses a name without a value fails later, when it is assembled.
  if (!query.ok) return unmatched;
  const { parts } = await matchMemory(
    {
      query: query.value,
      ...material,
      index: plan.memoryIndex,
      constraints: {
        maxResults: defaultMaxResults,
        relevanceThreshold: 0,
        maxContextBytes: task.limits.maxContextBytes,
      },
      // Otherwise every step of a long run would read every file.
      rankContents: false,
      model: findWorkflowMatcher(plan),
    },
    attempt,
  );
  return { files: parts.files, inherited: parts.inherited_context };
}
