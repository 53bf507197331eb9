import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { findTaskPosition } from '@/workflow/graph/task-order';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { getTriggerRuleWords } from '@/workflow/trigger-rule-words';

/** The name of a task as a person knows it. */
export function formatPersonalName(document: WorkflowDocument, taskPath: TaskPath): string {
  const task = locateTask(document, taskPath)?.task;
  return task === undefined ? taskPath : formatTaskLabel(formatSegment(getLastSegment(taskPath)), task);
}

/** The most tasks that a sentence names. */
const mostNamed = 3;

/**
 * A task as a screen reader says it: “write, atomic, after fetch and sort, done, 3 of 9, in gather”. `word`: its
 * status.
 */
export function formatTaskSentence(document: WorkflowDocument, taskPath: TaskPath, word: string): string {
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return '';
  const position = findTaskPosition(document, taskPath);
  const container = findContainerPath(taskPath);
  return [
    formatPersonalName(document, taskPath),
    lowerFirstLetter(taskTraits[task.type].label),
    position && formatAfter(position.waitsFor.map((one) => formatPersonalName(document, one))),
    getTriggerRuleWords(task),
    lowerFirstLetter(word),
    position && `${position.place} of ${position.count}`,
    container !== undefined && `in ${formatPersonalName(document, container)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** That a task was added, as a screen reader says it: “announce added after write_notes.” */
export function formatAdded(document: WorkflowDocument, taskPath: TaskPath): string {
  const container = findContainerPath(taskPath);
  const after = formatAfter(
    findTaskPosition(document, taskPath)?.waitsFor.map((one) => formatPersonalName(document, one)) ?? [],
  );
  const inside = container === undefined ? undefined : `in ${formatPersonalName(document, container)}`;
  return `${[formatPersonalName(document, taskPath), 'added', after, inside].filter(Boolean).join(' ')}.`;
}

function formatAfter(labels: readonly string[]): string | undefined {
  const more = labels.length - mostNamed;
  const named = more > 0 ? [...labels.slice(0, mostNamed), `${more} more`] : labels;
  const last = named.at(-1);
  if (last === undefined) return undefined;
  return named.length === 1 ? `after ${last}` : `after ${named.slice(0, -1).join(', ')} and ${last}`;
}

const lowerFirstLetter = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
