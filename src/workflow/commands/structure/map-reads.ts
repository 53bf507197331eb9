import { replaceSpans } from '../../expressions/replace-spans';
import { listExpressionPaths, listExpressionReferences, scanExpression } from '../../expressions/scan-expression';
import { mapTexts } from '../../expressions/task-texts';
import { parseTemplate } from '../../expressions/template';
import { findMeaning, type NameMeaning } from '../../graph/name-uses';
import { listLevels, type Scope } from '../../graph/scope';
import type { TaskScope } from '../../graph/task-scopes';
import type { TaskPath } from '../../task-path';
import type { Task } from '../../tasks';

/** A name that a text reads, with all that is written of it. */
export interface Read {
  readonly form: 'template' | 'from' | 'tasks' | 'inputs' | 'variables' | 'bare';
  /** In a template or `from` the whole reference, in an expression the name alone. */
  readonly text: string;
  /** What follows the name in an expression. */
  readonly rest: string;
  readonly scope: Scope;
  readonly meant: NameMeaning;
  /** The task that gives what is meant, if it is an own field or a binding of a task; undefined: the workflow. */
  readonly owner: TaskPath | undefined;
}

/** What is to be written instead: the reference or, in an expression, its beginning and how much of the rest goes. */
export type RewriteRead = (read: Read) => { readonly text: string; readonly over?: number } | undefined;

/** Passes each name that means something in the own texts of a task through a function. */
export function mapReads(task: Task, place: TaskScope, rewrite: RewriteRead): Task {
  const askForRead = (form: Read['form'], text: string, rest: string, scope: Scope) => {
    const meant = findMeaning({ form, text, scope });
    return meant && rewrite({ form, text, rest, scope, meant, owner: findOwner(meant, scope) });
  };
  return mapTexts(task, place, {
    template(text, scope) {
      const parsed = text.includes('{{') ? parseTemplate(text) : undefined;
      if (!parsed?.ok) return text;
      const spans = parsed.value.filter((part) => part.kind === 'reference');
      return replaceSpans(text, spans, ({ path }) => askForRead('template', path, '', scope)?.text ?? path);
    },
    reference: (text, scope) => askForRead('from', text, '', scope)?.text ?? text,
    expression(source, scope) {
      const spans = listReads(source, scope).map(({ form, name, from, to }) => {
        const now = askForRead(form, name, source.slice(to), scope);
        return { from, to: to + (now?.over ?? 0), text: now?.text ?? source.slice(from, to) };
      });
      return replaceSpans(source, spans, ({ text }) => text);
    },
  });
}

/** The names that an expression reads, in order: `tasks.x` and the like from their root, and what containers give. */
function listReads(source: string, scope: Scope) {
  const named = listExpressionReferences(source).map(({ root, name, from, to }) => ({
    form: root,
    name,
    from: source.lastIndexOf(root, from),
    to,
  }));
  const given = new Set(listLevels(scope).flatMap(({ bindings = [] }) => bindings));
  const tokens = scanExpression(source);
  const bare = tokens.flatMap(({ kind, text, from, to }, index) => {
    const isAlone = kind === 'name' && tokens[index - 1]?.text !== '.' && tokens[index + 1]?.text !== '(';
    if (!isAlone || !given.has(text) || listExpressionPaths(source, new Set([text])).length === 0) return [];
    return [{ form: 'bare' as const, name: text, from, to }];
  });
  return [...named, ...bare].toSorted((a, b) => a.from - b.from);
}

function findOwner(meant: NameMeaning, scope: Scope): TaskPath | undefined {
  if (meant.kind === 'field') return meant.owner;
  if (meant.kind !== 'given') return meant.taskPaths[0];
  return listLevels(scope).find(({ bindings }) => bindings?.includes(meant.name))?.owner ?? undefined;
}
