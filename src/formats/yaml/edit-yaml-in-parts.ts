import { isInPlace, type ModelChange, type TextEdit } from '@/workflow/change';
import { editYaml } from './edit-yaml';
import { hasAnchor } from './holds-anchor';
import type { ReadYaml } from './read-yaml';

/** Tasks that are edited at a time: some hundred ms of work. */
const tasksAtOnce = 200;

/**
 * The edits of {@link editYaml}, made in parts, between which other work can be done: after each it yields how many of
 * the changed tasks are done. What cannot be divided, as tasks share parts, is made as one part.
 */
export function* editYamlInParts(read: ReadYaml, change: ModelChange): Generator<number, readonly TextEdit[]> {
  const tasks = [...change.tasks];
  const isDivided = tasks.length > tasksAtOnce && tasks.every(([, one]) => isInPlace(one));
  if (!isDivided || !read.source.text.endsWith('\n') || hasAnchor(read.source.text))
    return editYaml(read, change).edits;
  const edits = [...editYaml(read, { ...change, tasks: new Map() }).edits];
  for (let done = 0; done < tasks.length; done += tasksAtOnce) {
    const part = new Map(tasks.slice(done, done + tasksAtOnce));
    edits.push(...editYaml(read, { tasks: part }).edits);
    yield Math.min(done + tasksAtOnce, tasks.length);
  }
  edits.sort((a, b) => a.at - b.at);
  // A text that cannot be edited by blocks is written again as a whole.
  const isApart = edits.every(
    ({ at, removed }, index) => at + removed.length <= (edits[index + 1]?.at ?? at + removed.length),
  );
  return isApart ? edits : editYaml(read, change).edits;
}
