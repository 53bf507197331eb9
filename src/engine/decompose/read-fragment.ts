import { readLooseXml } from '@/formats/xml/read-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { PlannedTask } from '@/plan/plan';
import { type FragmentSurroundings, planFragment } from '@/plan/plan-fragment';
import { formatPath } from '@/workflow/diagnostic';
import { mapMembers } from '@/workflow/map-same';
import type { Task } from '@/workflow/tasks';
import { addDependencies } from './add-dependencies';
import { type Confines, confineTask, listForbiddenParts } from './confine-task';

/** The result of reading a model's XML. */
export type ReadFragment =
  /** Tasks that can run, also in the form of a document. */
  | {
      readonly kind: 'tasks';
      readonly tasks: readonly PlannedTask[];
      readonly yaml: string;
      readonly warnings: readonly string[];
    }
  /** Tasks with problems, in words for the model. */
  | { readonly kind: 'unsound'; readonly problems: readonly string[] }
  /** No tasks at all. */
  | { readonly kind: 'text' };

/** Most problems that are sent to a model at once. */
const maxProblems = 20;

/** Reads the tasks that a model wrote, leniently, and plans them within the bounds of the task that they replace. */
export function readDecomposition(text: string, surroundings: FragmentSurroundings, confines: Confines): ReadFragment {
  const { document, diagnostics } = readLooseXml(text);
  const written = Object.values<Task>(document?.tasks ?? {});
  if (document === undefined || written.length === 0) return { kind: 'text' };
  const forbidden = [...new Set(written.flatMap((task) => listForbiddenParts(task, confines)))];
  if (forbidden.length > 0) return { kind: 'unsound', problems: forbidden };

  const confined = mapMembers<Task>(document.tasks, (task) => confineTask(task, confines));
  const { tasks } = addDependencies({ ...surroundings.settings, tasks: confined }, surroundings.providers);
  const planned = planFragment(tasks, surroundings);
  if (planned.ok) {
    return {
      kind: 'tasks',
      tasks: planned.value,
      yaml: writeYaml({ tasks }),
      warnings: diagnostics.map(({ message }) => message),
    };
  }
  const problems = planned.error.slice(0, maxProblems).map(({ path, message }) => `${formatPath(path)}: ${message}`);
  return { kind: 'unsound', problems };
}
