import { readLooseXml } from '@/formats/xml/read-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { PlannedTask } from '@/plan/plan';
import { type FragmentSurroundings, planFragment } from '@/plan/plan-fragment';
import { type DiagnosticCode, formatPath } from '@/workflow/diagnostic';
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
  | ({ readonly kind: 'unsound' } & UnsoundTasks)
  /** No tasks at all. */
  | { readonly kind: 'text' };

/** Why tasks that a model wrote cannot run. */
export interface UnsoundTasks {
  readonly problems: readonly string[];
  /** Where the first problem is; undefined: it is of the whole. */
  readonly path: string | undefined;
  /** Whether one is that a task has no model, or none that can be asked. */
  readonly isOfModel: boolean;
}

/** No agent, no model, an unknown provider, no name of a model. */
const modelProblems: ReadonlySet<DiagnosticCode> = new Set(['HED306', 'HED308', 'HED309', 'HED322']);

/** Most problems that are sent to a model at once. */
const maxProblems = 20;

/** Reads the tasks that a model wrote, leniently, and plans them within the bounds of the task that they replace. */
export function readDecomposition(text: string, surroundings: FragmentSurroundings, confines: Confines): ReadFragment {
  const { document, diagnostics } = readLooseXml(text);
  const written = Object.values<Task>(document?.tasks ?? {});
  if (document === undefined || written.length === 0) return { kind: 'text' };
  const forbidden = [...new Set(written.flatMap((task) => listForbiddenParts(task, confines)))];
  if (forbidden.length > 0) return { kind: 'unsound', problems: forbidden, path: undefined, isOfModel: false };

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
  const [first] = planned.error;
  return {
    kind: 'unsound',
    problems,
    path: first && formatPath(first.path),
    isOfModel: planned.error.some(({ code }) => modelProblems.has(code)),
  };
}
