import { taskLabel, type WorkflowDocument } from '@/workflow/document';
import { positionOf } from '@/workflow/graph/task-order';
import { segmentLabel } from '@/workflow/segment-label';
import { containerPath, locateTask, segmentOf, type TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { getTriggerRuleWords } from '@/workflow/trigger-rule-words';

/** The name of a task as a person knows it. */
export function labelOf(document: WorkflowDocument, taskPath: TaskPath): string {
  const task = locateTask(document, taskPath)?.task;
  return task === undefined ? taskPath : taskLabel(segmentLabel(segmentOf(taskPath)), task);
}

/** The most tasks that a sentence names. */
const mostNamed = 3;

/**
 * A task as a screen reader says it: “write, atomic, after fetch and sort, done, 3 of 9, in gather”. `word`: its
 * status.
 */
export function taskSentence(document: WorkflowDocument, taskPath: TaskPath, word: string): string {
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return '';
  const position = positionOf(document, taskPath);
  const container = containerPath(taskPath);
  return [
    labelOf(document, taskPath),
    lower(taskTraits[task.type].label),
    position && after(position.waitsFor.map((one) => labelOf(document, one))),
    getTriggerRuleWords(task),
    lower(word),
    position && `${position.place} of ${position.count}`,
    container !== undefined && `in ${labelOf(document, container)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function after(labels: readonly string[]): string | undefined {
  const more = labels.length - mostNamed;
  const named = more > 0 ? [...labels.slice(0, mostNamed), `${more} more`] : labels;
  const last = named.at(-1);
  if (last === undefined) return undefined;
  return named.length === 1 ? `after ${last}` : `after ${named.slice(0, -1).join(', ')} and ${last}`;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
