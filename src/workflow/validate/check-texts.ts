import type { DocumentPath } from '../diagnostic';
import { taskOf } from '../document';
import { isReference } from '../expressions/reference';
import { mapAgent, mapTexts, type TextPlace } from '../expressions/task-texts';
import { parseTemplate } from '../expressions/template';
import { isRunnable } from '../tasks';
import { checkExpression } from './check-expression';
import { checkReference } from './check-reference';
import type { Checking } from './checking';

/**
 * Templates, expressions and references of the tasks that run: whether they can be read, and whether what they name is
 * there. Parts that are not run yet have scopes that are not known yet.
 */
export function checkTexts(checking: Checking): void {
  const readByAgents = checkAgents(checking);
  for (const id of checking.graph.ids) {
    const task = taskOf(checking.document, id);
    if (task === undefined || !isRunnable(task)) continue;
    const reader = { id, task };
    const root = ['tasks', id];
    mapTexts(task, {
      template(text, place, path) {
        const references = place === 'nested' ? [] : checkTemplate(checking, text, [...root, ...path]);
        for (const reference of references) checkReference(checking, reader, reference, place, [...root, ...path]);
        return text;
      },
      expression(source, place, path) {
        if (place !== 'nested') checkExpression(checking, reader, source, place, [...root, ...path]);
        return source;
      },
      reference(reference, place, path) {
        if (place === 'nested') return reference;
        if (isReference(reference)) checkReference(checking, reader, reference, place, [...root, ...path]);
        else checking.report('HED402', [...root, ...path], `“${reference}” is no name.path[0].`);
        return reference;
      },
    });
    const agent = typeof task.agent === 'string' ? task.agent : '';
    for (const reference of readByAgents.get(agent) ?? []) {
      checkReference(checking, reader, reference, 'prompt', [...root, 'agent']);
    }
  }
}

/** Checks the system prompts of named agents, and tells what they read: that must be there for each task that has them. */
function checkAgents(checking: Checking): ReadonlyMap<string, readonly string[]> {
  const keep = (text: string) => text;
  const readBy = new Map<string, string[]>();
  for (const [name, agent] of Object.entries(checking.document.agents ?? {})) {
    const read: string[] = [];
    const template = (text: string, _place: TextPlace, path: DocumentPath) => {
      read.push(...checkTemplate(checking, text, path));
      return text;
    };
    mapAgent(agent, { template, expression: keep, reference: keep }, ['agents', name]);
    readBy.set(name, read);
  }
  return readBy;
}

/** Reports a template that cannot be read; gives what it refers to, each once. */
function checkTemplate(checking: Checking, text: string, path: DocumentPath): Iterable<string> {
  if (!text.includes('{{')) return [];
  const parts = parseTemplate(text);
  if (parts.ok) return new Set(parts.value.flatMap((part) => (part.kind === 'reference' ? [part.path] : [])));
  checking.report('HED402', path, parts.error.message);
  return [];
}
