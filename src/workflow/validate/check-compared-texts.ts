import type { DocumentPath } from '../diagnostic';
import { formatAccessor, listComparedPaths } from '../expressions/scan-expression';
import { findTask, type Scope } from '../graph/scope';
import { findOnlyTexts } from '../graph/value-shape';
import type { TaskId } from '../names';
import { createReturnShapes, findValueShape } from './check-results';
import { type Checking, formatGuess } from './checking';

const comparedRoots = ['tasks', 'inputs', 'variables'] as const;
type ComparedRoot = (typeof comparedRoots)[number];

/** Reports a text that a field of a result is compared with and never is: `tasks.a.status == "DONE"`. */
export function checkComparedTexts(checking: Checking, source: string, scope: Scope, path: DocumentPath): void {
  const returned = createReturnShapes(checking);
  const findTexts = (root: ComparedRoot, id: string, names: readonly string[]) => {
    if (root === 'tasks') return findTask(scope, id)?.siblings.onlyTexts(id as TaskId, names, returned);
    const shape = findValueShape(scope, root, id);
    return shape && findOnlyTexts(shape, names, returned);
  };
  const compared = comparedRoots.flatMap((root) => listComparedPaths(source, root).map((one) => ({ ...one, root })));
  for (const { root, steps, text, from, to } of compared) {
    const [id, ...names] = steps.map(({ name }) => name);
    const texts = id === undefined ? undefined : findTexts(root, id, names);
    if (texts === undefined || texts.includes(text)) continue;
    const guess = checking.guess(text, () => texts);
    const fix = guess && {
      kind: 'replace' as const,
      title: `Change to ${guess}`,
      path,
      text: `${source.slice(0, from)}"${guess}"${source.slice(to)}`,
    };
    const where = `${root}${steps.map(({ name }) => formatAccessor(name)).join('')}`;
    const message = `“${where}” is never “${text}”, only ${texts.join(', ')}.${formatGuess(guess)}`;
    checking.report('HED527', path, message, fix || undefined);
  }
}
