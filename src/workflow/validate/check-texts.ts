import type { DocumentPath } from '../diagnostic';
import { isReference } from '../expressions/reference';
import { mapTexts, type TextVisitor } from '../expressions/task-texts';
import { parseTemplate } from '../expressions/template';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import { validateExpression } from './check-expression';
import { checkReference } from './check-reference';
import {
  checkResultsInExpression,
  checkResultsInReference,
  checkResultsInTemplate,
  replaceReference,
} from './check-results';
import type { Checking } from './checking';

/**
 * Checks the templates, expressions and references of a task: whether they can be parsed, and whether the names in them
 * exist.
 */
export function checkTexts(checking: Checking, task: Task, place: TaskScope): void {
  mapTexts(task, place, checkingVisitor(checking, place));
}

/** Checks each text that it visits, for the reader at `place`. */
export function checkingVisitor(checking: Checking, place: TaskScope): TextVisitor {
  return {
    template(text, scope, path) {
      const wrong = [...checkTemplate(checking, text, path)].filter((reference) =>
        checkReference(checking, place, reference, scope, path, (meant) => replaceReference(text, reference, meant)),
      );
      checkResultsInTemplate(checking, text, scope, path, new Set(wrong));
      return text;
    },
    expression(source, scope, path) {
      validateExpression(checking, place, source, scope, path);
      checkResultsInExpression(checking, source, scope, path);
      return source;
    },
    reference(reference, scope, path) {
      if (isReference(reference)) {
        const isWrong = checkReference(checking, place, reference, scope, path, (meant) => meant);
        if (!isWrong) checkResultsInReference(checking, reference, scope, path);
      } else checking.report('HED402', path, `“${reference}” is not a name.path[0].`);
      return reference;
    },
  };
}

const none: ReadonlySet<string> = new Set();

/** Reports a template that cannot be parsed; returns its distinct references. */
export function checkTemplate(checking: Checking, text: string, path: DocumentPath): ReadonlySet<string> {
  if (!text.includes('{{')) return none;
  const parts = parseTemplate(text);
  if (parts.ok) return new Set(parts.value.flatMap((part) => (part.kind === 'reference' ? [part.path] : [])));
  checking.report('HED402', path, parts.error.message);
  return none;
}
