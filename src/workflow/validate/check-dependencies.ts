import { taskOf } from '../document';
import type { TaskId } from '../names';
import { type Checking, didYouMean } from './checking';

/** Dependencies that lead nowhere, stand twice, or go round in a circle. */
export function checkDependencies(checking: Checking): void {
  const { document, graph } = checking;
  const circleOf = new Map(graph.cycles.flatMap((cycle) => cycle.map((id) => [id, cycle] as const)));
  for (const id of graph.ids) {
    const seen = new Set<TaskId>();
    const circle = circleOf.get(id);
    let isCircleReported = false;
    for (const [index, dependency] of (taskOf(document, id)?.dependsOn ?? []).entries()) {
      const path = ['tasks', id, 'depends_on', index];
      if (taskOf(document, dependency) === undefined) reportUnknown(checking, dependency, path);
      else if (seen.has(dependency)) checking.report('HED303', path, `“${dependency}” stands here twice. Remove one.`);
      else if (circle !== undefined && circleOf.get(dependency) === circle && !isCircleReported) {
        checking.report('HED302', path, circleMessage(id, circle));
        isCircleReported = true;
      }
      seen.add(dependency);
    }
  }
}

function reportUnknown(checking: Checking, dependency: string, path: readonly (string | number)[]): void {
  const guess = checking.guess(dependency, checking.graph.ids);
  const fix = guess && ({ kind: 'replace', title: `Change to ${guess}`, path, text: guess } as const);
  checking.report('HED301', path, `No task “${dependency}”.${didYouMean(guess)}`, fix || undefined);
}

function circleMessage(id: string, circle: readonly string[]): string {
  if (circle.length === 1) return `“${id}” waits for itself, so it can never start. Remove this dependency.`;
  const named = circle
    .slice(0, 4)
    .filter((other) => other !== id)
    .slice(0, 3);
  const more = circle.length - 1 - named.length;
  const others = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `“${id}” waits for ${others}, which in turn wait for it, so none can start. Remove a dependency among them.`;
}
