import { defaultMaxResults } from '@/plan/limits';
import type { PlannedTask } from '@/plan/plan';
import { renderTemplate } from '@/workflow/expressions/template';
import type { Attempt } from '../attempt';
import type { MatchInput } from '../matching/match-input';
import { matchMemory } from '../matching/match-memory';
import { workflowMatcher } from '../matching/workflow-matcher';

/** What a task is matched against beside the memory index. */
export type MatchIndex = Pick<MatchInput, 'previousOutputs' | 'inheritedContext'>;

/** What a match on the text of a task gives it. */
export interface Matched {
  /** The files of the memory that help. */
  readonly files: string;
  /** What it keeps of the inherited context. */
  readonly inherited: string;
}

/** Nothing was matched. */
export const unmatched: Matched = { files: '', inherited: '' };

/**
 * What helps with a task by its own text (language page, 5.1), by the workflow's matcher or by local ranking. Only a
 * task with a prompt has such a text; with nothing to match against no call is made.
 */
export async function matchTask(task: PlannedTask, attempt: Attempt, material: MatchIndex = {}): Promise<Matched> {
  const { plan } = attempt.run;
  const hasSomething = Object.keys(plan.memoryIndex).length > 0 || (material.inheritedContext ?? '') !== '';
  if (!hasSomething || task.type !== 'atomic') return unmatched;
  const query = renderTemplate(task.prompt, attempt.environment);
  // A prompt that names what is nowhere fails where it is assembled.
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
      // Every step of a long run would read every file.
      rankContents: false,
      model: workflowMatcher(plan),
    },
    attempt,
  );
  return { files: parts.files, inherited: parts.inherited_context };
}
