import { listExpressionReferences } from '../expressions/scan-expression';
import type { TextVisitor } from '../expressions/task-texts';
import { listTemplateReferences } from '../expressions/template';
import type { Scope } from './scope';

/**
 * A visitor that changes no text: it calls `onReference` with each reference, also those in templates, and `onTask`
 * with each id that an expression names after `tasks`.
 */
export function createReferenceVisitor(
  onReference: (text: string, scope: Scope) => void,
  onTask: (id: string, scope: Scope) => void,
): TextVisitor {
  return {
    template(text, scope) {
      for (const one of listTemplateReferences(text)) onReference(one, scope);
      return text;
    },
    expression(source, scope) {
      for (const { root, name } of listExpressionReferences(source)) if (root === 'tasks') onTask(name, scope);
      return source;
    },
    reference(text, scope) {
      onReference(text, scope);
      return text;
    },
  };
}
