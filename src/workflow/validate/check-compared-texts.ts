import type { DocumentPath } from '../diagnostic';
import { formatAccessor, listComparedPaths } from '../expressions/scan-expression';
import { findTask, type Scope } from '../graph/scope';
import type { TaskId } from '../names';
import { createReturnShapes } from './check-results';
import { type Checking, formatGuess } from './checking';

/** Reports a text that a field of a result is compared with and never is: `tasks.a.status == "DONE"`. */
export function checkComparedTexts(checking: Checking, source: string, scope: Scope, path: DocumentPath): void {
  for (const { steps, text, from, to } of listComparedPaths(source, 'tasks')) {
    const [id, ...names] = steps.map(({ name }) => name);
    const siblings = id === undefined ? undefined : findTask(scope, id)?.siblings;
    const texts = siblings?.onlyTexts(id as TaskId, names, createReturnShapes(checking));
    if (texts === undefined || texts.includes(text)) continue;
    const guess = checking.guess(text, () => texts);
    const fix = guess && {
      kind: 'replace' as const,
      title: `Change to ${guess}`,
      path,
      text: `${source.slice(0, from)}"${guess}"${source.slice(to)}`,
    };
    const where = `tasks${steps.map(({ name }) => formatAccessor(name)).join('')}`;
    const message = `“${where}” is never “${text}”, only ${texts.join(', ')}.${formatGuess(guess)}`;
    checking.report('HED527', path, message, fix || undefined);
  }
}
