import type { TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import type { Checking } from './checking';

/** Reports dependencies on missing tasks, duplicates, cycles, and those against the order of steps. */
export function checkDependencies(checking: Checking, task: Task, { path, label, beside }: TaskScope): void {
  if (task.dependsOn === undefined) return;
  const seen = new Set<TaskId>();
  let isCircleReported = false;
  for (const [index, dependency] of task.dependsOn.entries()) {
    const at = [...path, 'depends_on', index];
    if (beside === undefined) {
      checking.report('HED301', at, `“${label}” stands alone here, so there is nothing to wait for. Remove it.`);
      continue;
    }
    const { siblings, member } = beside;
    const circle = member && siblings.circle(member);
    const mayWaitFor = (id: TaskId): boolean => {
      if (member === undefined || task.dependsOn?.includes(id) || id === member) return false;
      return siblings.kind === 'steps' ? siblings.waits(member, id) : !siblings.waits(id, member);
    };
    if (!siblings.has(dependency)) {
      const listSiblingCandidates = () => siblings.ids().filter((id) => mayWaitFor(id));
      checking.reportUnknown(
        'HED301',
        at,
        `No task “${dependency}”${describePlace(beside.siblings.path)}.`,
        dependency,
        listSiblingCandidates,
      );
    } else if (seen.has(dependency)) {
      checking.report('HED303', at, `“${dependency}” appears here twice. Remove one.`);
    } else if (siblings.kind === 'steps') {
      const isBefore = member !== undefined && siblings.waits(member, dependency);
      const message = `Steps run in order, and “${dependency}” does not come before “${label}”. Remove it, or move the step.`;
      if (!isBefore) checking.report('HED302', at, message);
    } else if (circle !== undefined && siblings.circle(dependency) === circle && !isCircleReported) {
      checking.report('HED302', at, formatCircle(label, circle));
      isCircleReported = true;
    }
    seen.add(dependency);
  }
}

/** Where siblings are if they are not those of the document, to append to a name. */
function describePlace(path: readonly (string | number)[]): string {
  return path.length === 1 ? '' : ` among these ${path.at(-1)}`;
}

function formatCircle(id: string, circle: readonly string[]): string {
  if (circle.length === 1) return `“${id}” waits for itself, so it can never start. Remove this dependency.`;
  const named = circle
    .slice(0, 4)
    .filter((other) => other !== id)
    .slice(0, 3);
  const more = circle.length - 1 - named.length;
  const others = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `“${id}” waits for ${others}, which in turn wait for it, so none can start. Remove a dependency among them.`;
}
