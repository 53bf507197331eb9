import type { DocumentPath } from '../diagnostic';
import { isReference, listReferenceNames } from '../expressions/reference';
import { replaceSpans } from '../expressions/replace-spans';
import { formatAccessor, listExpressionPaths, listExpressionReferences } from '../expressions/scan-expression';
import { mapTexts } from '../expressions/task-texts';
import { parseTemplate } from '../expressions/template';
import { mapField } from '../map-same';
import type { TaskId } from '../names';
import { buildPartPath, findContainerPath, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { findName, listLevels, listMissingWaits, type Scope } from './scope';
import type { TaskScope } from './task-scopes';

/** A name in a text of a task, or in one of its lists of task ids. */
export interface NameUse {
  /** The task that has the text. */
  readonly reader: TaskPath;
  /** The document path of the text. */
  readonly path: DocumentPath;
  /** The number of the use among those of the same text, from 0. */
  readonly index: number;
  readonly form: 'template' | 'from' | 'tasks' | 'inputs' | 'variables' | 'bare' | 'id';
  /** What is written: `fetch.output.title` in a template, the name alone in an expression. */
  readonly text: string;
  /** What follows the name in an expression. */
  readonly rest?: string;
  readonly scope: Scope;
}

/** What a name means. */
export type NameMeaning =
  | {
      readonly kind: 'task' | 'returned';
      readonly name: string;
      /** The task, or those that return a value of this name. */
      readonly taskPaths: readonly TaskPath[];
      /** Whether the value is certain to be there when the reader runs. */
      readonly isOrdered: boolean;
      /** What must still wait for what so that it is. */
      readonly waits: readonly { readonly task: TaskPath; readonly on: TaskPath }[];
    }
  /** An input or a variable of a task; of the workflow if `owner` is undefined. */
  | { readonly kind: 'field'; readonly name: string; readonly owner: TaskPath | undefined }
  /** What a container or a loop gives: `item`, `last`. */
  | { readonly kind: 'given'; readonly name: string };

/** What a name means; undefined if it means nothing, or anything is allowed there. */
export function findMeaning({ form, text, scope }: Pick<NameUse, 'form' | 'text' | 'scope'>): NameMeaning | undefined {
  switch (form) {
    case 'template':
    case 'from': {
      if (!isReference(text) || text.startsWith('secrets.')) return undefined;
      for (const name of listReferenceNames(text)) {
        const found = findNameMeaning(scope, name);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    case 'tasks':
    case 'id': {
      const level = listLevels(scope).find(({ beside }) => beside?.siblings.has(text));
      return level && buildTaskMeaning(level, 'task', text, [text as TaskId]);
    }
    case 'inputs':
    case 'variables': {
      const level = listLevels(scope).find((one) => Object.hasOwn(one[form] ?? {}, text));
      return level && { kind: 'field', name: text, owner: level.owner };
    }
    case 'bare':
      return listLevels(scope).some(({ bindings }) => bindings?.includes(text))
        ? { kind: 'given', name: text }
        : undefined;
  }
}

/** What a name of a template means in a scope. */
export function findNameMeaning(scope: Scope, name: string): NameMeaning | undefined {
  for (const level of listLevels(scope)) {
    const { outer: _outer, ...own } = level;
    const found = findName(own, name);
    if (found === undefined) continue;
    if (found.kind !== 'value') return buildTaskMeaning(level, found.kind, name, found.sources);
    if (Object.hasOwn(own.inputs ?? {}, name) || Object.hasOwn(own.variables ?? {}, name))
      return { kind: 'field', name, owner: level.owner };
    return own.bindings?.includes(name) ? { kind: 'given', name } : undefined;
  }
  return undefined;
}

function buildTaskMeaning(
  { beside, owner }: Scope,
  kind: 'task' | 'returned',
  name: string,
  ids: readonly TaskId[],
): NameMeaning | undefined {
  if (beside === undefined) return undefined;
  const { member } = beside;
  const missing = listMissingWaits(beside, ids);
  const container = owner === undefined ? undefined : findContainerPath(owner);
  const buildMeantPath = (id: string) => (container === undefined ? id : buildPartPath(container, id));
  return {
    kind,
    name,
    taskPaths: ids.map(buildMeantPath),
    isOrdered: missing.length === 0 && !ids.every((id) => id === member),
    waits: member === undefined ? [] : missing.map((id) => ({ task: buildMeantPath(member), on: buildMeantPath(id) })),
  };
}

/**
 * What is to be written instead of a name; undefined: it stays. In a template it replaces the whole reference. In an
 * expression it may be an accessor, such as `.group.output.web`, that also replaces some characters after the name.
 */
export type RenameUse = (use: NameUse) => string | { readonly accessor: string; readonly over: number } | undefined;

/**
 * Passes each name in the task's own texts and lists of task ids through a function; the same object if all stay.
 */
export function mapNameUses(task: Task, place: TaskScope, rename: RenameUse): Task {
  const { taskPath: reader, within } = place;
  const texts = mapTexts(task, place, {
    template(text, scope, path) {
      const parsed = text.includes('{{') ? parseTemplate(text) : undefined;
      if (!parsed?.ok) return text;
      const uses = parsed.value
        .filter((part) => part.kind === 'reference')
        .map(({ from, to, path: written }) => ({ from, to, form: 'template' as const, text: written }));
      return replaceSpans(
        text,
        uses,
        (use, index) => readWrittenText(rename({ ...use, reader, path, index, scope })) ?? use.text,
      );
    },
    expression(source, scope, path) {
      const named = listExpressionReferences(source).map(({ root, name, from, to }) => ({
        from,
        to,
        form: root,
        text: name,
      }));
      const given = new Set(listLevels(scope).flatMap(({ bindings = [] }) => bindings));
      for (const [index, { root }] of listExpressionPaths(source, given).entries())
        rename({ reader, path, index: named.length + index, form: 'bare', text: root, scope });
      const written = named.map((use, index) => {
        const name = rename({ ...use, rest: source.slice(use.to), reader, path, index, scope });
        if (name === undefined) return { ...use, now: source.slice(use.from, use.to) };
        return typeof name === 'string'
          ? { ...use, now: formatAccessor(name) }
          : { ...use, to: use.to + name.over, now: name.accessor };
      });
      return replaceSpans(source, written, ({ now }) => now);
    },
    reference: (text, scope, path) =>
      readWrittenText(rename({ reader, path, index: 0, form: 'from', text, scope })) ?? text,
  });
  return mapField(texts, 'context', (context) => {
    const renameIds = (field: string) => (ids: string[]) => {
      const renamed = ids.map(
        (text, index) =>
          readWrittenText(
            rename({ reader, path: [...place.path, 'context', field], index, form: 'id', text, scope: within }),
          ) ?? text,
      );
      return renamed.every((id, index) => id === ids[index]) ? ids : renamed;
    };
    const included = mapField(context, 'includeTasks', renameIds('include_tasks'));
    return mapField(included, 'excludeTasks', renameIds('exclude_tasks'));
  });
}

function readWrittenText(written: ReturnType<RenameUse>): string | undefined {
  return typeof written === 'string' ? written : undefined;
}
