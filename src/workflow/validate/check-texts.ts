import type { DocumentPath } from '../diagnostic';
import { isReference } from '../expressions/reference';
import { mapTexts, type TextVisitor } from '../expressions/task-texts';
import { parseTemplate } from '../expressions/template';
import type { Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import { checkComparedTexts } from './check-compared-texts';
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
  mapTexts(task, place, createCheckingVisitor(checking, place));
}

/** Checks each text that it visits, for the reader at `place`. */
export function createCheckingVisitor(checking: Checking, place: TaskScope): TextVisitor {
  return {
    template(text, scope, path) {
      const wrong = [...checkTemplate(checking, text, path, scope)].filter((reference) =>
        checkReference(checking, place, reference, scope, path, (meant) => replaceReference(text, reference, meant)),
      );
      checkResultsInTemplate(checking, text, scope, path, new Set(wrong));
      return text;
    },
    expression(source, scope, path) {
      validateExpression(checking, place, source, scope, path);
      checkResultsInExpression(checking, source, scope, path);
      checkComparedTexts(checking, source, scope, path);
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

/** Reports a template that cannot be parsed, or that its reader cannot fill in; returns its distinct references. */
export function checkTemplate(
  checking: Checking,
  text: string,
  path: DocumentPath,
  { isAddress, hasSecrets }: Scope = {},
): ReadonlySet<string> {
  if (isAddress) checkAddress(checking, text, path);
  if (!text.includes('{{')) return none;
  const parts = parseTemplate(text);
  if (!parts.ok) {
    checking.report('HED402', path, parts.error.message);
    return none;
  }
  const references = parts.value.filter((part) => part.kind === 'reference');
  for (const { path: name, from, isWholePath, joinedBy } of references) {
    if (isWholePath && !(isAddress && !/[?#]/.test(text.slice(0, from)))) {
      const message = `{{${name}*}} is a whole path, which is for the path of an address only. Write {{${name}}}.`;
      checking.report('HED402', path, message);
    }
    if (joinedBy !== undefined && !hasSecrets) {
      const message = `A list is joined in the requests of http and mcp tools only. Write {{${name}}}.`;
      checking.report('HED402', path, message);
    }
  }
  return new Set(references.map((part) => part.path));
}

/** One brace around a name, as OpenAPI, RFC 6570 and shells write it: `{id}`, `{+path}`, `${id}`. */
const singleBraces = /(?<![{\\])\$?\{([+]?)([A-Za-z_][\w.-]*)([*]?)\}(?!\})/g;

/** Parameters of a query, or segments, as RFC 6570 writes them: `{?state,page}`, `{/number}`. */
const expandedBraces = /\{([?&/;#.])[A-Za-z_][\w.,*:-]*\}/;

/** Reports names in single braces: they would be sent as they are. */
function checkAddress(checking: Checking, text: string, path: DocumentPath): void {
  const [expanded, operator] = expandedBraces.exec(text) ?? [];
  if (expanded !== undefined) {
    const instead = operator === '/' ? 'Write /{{name}}' : 'Write its names under query';
    checking.report('HED405', path, `${expanded} is sent as it is. ${instead}, and remove it from the address.`);
  }
  const [found] = text.matchAll(singleBraces);
  if (found === undefined) return;
  const [written, , name] = found;
  const now = text.replace(singleBraces, (_, plus: string, one: string) => `{{${one}${plus === '' ? '' : '*'}}}`);
  checking.report(
    'HED405',
    path,
    `${written} is sent as it is. Write {{${name}}} for a value, or %7B${name}%7D for the braces themselves.`,
    { kind: 'replace', title: `Write ${/\{\{.*?\}\}/.exec(now.slice(found.index))?.[0] ?? name}`, path, text: now },
  );
}
