import { renderTemplate } from '@/workflow/expressions/template';
import type { Evaluate } from '../attempt';
import { checkOutcome } from '../handler/checked-outcome';
import { matchMemory } from '../matching/match-memory';
import { formatContextParts } from '../matching/write-context';
import { createMissingInputError } from '../outcome';

/**
 * Finds the files of the memory index that help with the query. The result is JSON: `{context, matches: [[path,
 * metadata?]]}`.
 */
export const evaluateAssociativeMemory: Evaluate<'associative_memory'> = async (task, attempt) => {
  const query = renderTemplate(task.query, attempt.environment);
  if (!query.ok) throw createMissingInputError(query.error);
  await attempt.begin();
  const { parts, matches } = await matchMemory(
    {
      query: query.value,
      index: attempt.run.plan.memoryIndex,
      constraints: {
        maxResults: task.maxResults,
        relevanceThreshold: task.relevanceThreshold,
        maxContextBytes: task.limits.maxContextBytes,
      },
      rankContents: true,
      model: task.call,
    },
    attempt,
  );
  const outcome = { content: JSON.stringify({ context: formatContextParts(parts), matches }), notes: {} };
  return checkOutcome(task, attempt, outcome);
};
