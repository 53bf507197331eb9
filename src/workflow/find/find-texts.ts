import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { type DocumentPath, formatPath } from '../diagnostic';
import { taskOf, type WorkflowDocument } from '../document';
import { containerPath, locateTask, partPath, partsOf, type TaskPath, taskPathAt } from '../task-path';
import { walkTasks } from '../walk-tasks';
import { type FindableKind, type FindableText, mapFindable } from './map-findable';
import { type ModelWorld, replacementProblem } from './replacement-problem';
import { compileQuery, type Occurrence, type TextQuery, withReplacements } from './text-query';

/** An occurrence of what was searched for, with the words around it. */
export interface FoundText {
  /** Where it is: unique in a document, and the same until the text changes. */
  readonly key: string;
  readonly kind: FindableKind;
  /** The innermost task that it is in; undefined: in the settings or in the library. */
  readonly taskPath: TaskPath | undefined;
  /** The field, as a file names it: `description`, `inputs.doc.from`, `id`. */
  readonly field: string;
  readonly before: string;
  readonly found: string;
  readonly after: string;
  readonly replaced: string;
  /** Why it cannot be replaced; undefined: it can. */
  readonly problem: string | undefined;
}

/** What a search found. */
export interface FoundTexts {
  /** The first ones, in the order of the document. */
  readonly rows: readonly FoundText[];
  /** How many there are in all, and how many of those can be replaced. */
  readonly total: number;
  readonly replaceable: number;
}

/** A text with its occurrences. */
export interface TextWithOccurrences {
  readonly text: FindableText;
  readonly occurrences: readonly Occurrence[];
  /** Why it cannot be replaced as a whole. */
  readonly problem: string | undefined;
}

/** Characters shown on either side of an occurrence. */
const around = 48;

/**
 * Finds a text in a document, in time linear in its length: at most `limit` rows, and the number of all. Error: the
 * query is not valid.
 */
export function findTexts(
  document: WorkflowDocument,
  query: TextQuery,
  world: Omit<ModelWorld, 'defaultModel'>,
  limit: number,
): Result<FoundTexts, string> {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const rows: FoundText[] = [];
  let [total, replaceable] = [0, 0];
  for (const { text, occurrences, problem } of textsWith(document, query, world, compiled.value)) {
    total += occurrences.length;
    if (problem === undefined) replaceable += occurrences.length;
    if (rows.length >= limit) continue;
    const taskPath = taskPathAt(document, text.path);
    const field = fieldOf(document, taskPath, text.path);
    for (const [index, { from, to, replaced }] of occurrences.entries()) {
      const line = lineAround(text.text, from, to);
      rows.push({ key: keyOf(text.path, index), kind: text.kind, taskPath, field, ...line, replaced, problem });
    }
  }
  return ok({ rows: rows.slice(0, limit), total, replaceable });
}

/** The key of an occurrence in the text at a path. */
export function keyOf(path: DocumentPath, index: number): string {
  return `${formatPath(path)} ${index}`;
}

/** The path of the id of a task, in the form of those of texts. */
const idField = 'id';

/** Whether a text is the id of a task. */
export function isId({ kind, path }: FindableText): boolean {
  return kind === 'name' && path.at(-1) === idField;
}

/** The texts of a document in which something is found, in its order; ids of tasks before what is in them. */
export function textsWith(
  document: WorkflowDocument,
  { kinds }: TextQuery,
  world: Omit<ModelWorld, 'defaultModel'>,
  findIn: (text: string) => readonly Occurrence[],
): readonly TextWithOccurrences[] {
  const wanted = new Set(kinds);
  const models: ModelWorld = { ...world, defaultModel: document.defaultModel };
  const found: TextWithOccurrences[] = [];
  const take = (text: FindableText, check: (after: string) => string | undefined): void => {
    if (!wanted.has(text.kind)) return;
    const occurrences = findIn(text.text);
    if (occurrences.length > 0)
      found.push({ text, occurrences, problem: check(withReplacements(text.text, occurrences)) });
  };
  mapFindable(document, (text) => {
    take(text, (after) => replacementProblem(text, after, models));
    return text.text;
  });
  for (const { taskPath, id, path } of idsOf(document)) {
    const text: FindableText = { kind: 'name', form: 'free', text: id, path: [...path, idField] };
    take(text, (after) => idProblem(document, taskPath, id, after));
  }
  return inOrder(document, found);
}

/** Every id of a task that can be renamed: of tasks of the document, steps and subtasks. */
function* idsOf(
  document: WorkflowDocument,
): Generator<{ readonly taskPath: TaskPath; readonly id: string; readonly path: DocumentPath }> {
  for (const { taskPath } of walkTasks(document)) {
    const container = containerPath(taskPath);
    const path = locateTask(document, taskPath)?.path;
    if (path === undefined) continue;
    if (container === undefined) yield { taskPath, id: taskPath, path };
    else {
      const id = taskPath.slice(container.length + 1);
      const part = partsOf(locateTask(document, container)?.task ?? neverTask).find(
        ({ position }) => position.segment === id,
      );
      if (part?.position.role === 'step' || part?.position.role === 'subtask') yield { taskPath, id, path };
    }
  }
}
const neverTask = { type: 'atomic' } as const;

function idProblem(document: WorkflowDocument, taskPath: TaskPath, id: string, after: string): string | undefined {
  if (after === id) return undefined;
  const problem = nameProblem(after);
  if (problem !== undefined) return problem;
  const container = containerPath(taskPath);
  const isTaken =
    container === undefined
      ? taskOf(document, after) !== undefined
      : locateTask(document, partPath(container, after)) !== undefined;
  return isTaken ? `There is a task “${after}” already.` : undefined;
}

/** By settings, tasks in their order with everything in them, the library. */
function inOrder(document: WorkflowDocument, found: TextWithOccurrences[]): readonly TextWithOccurrences[] {
  const rank = new Map<string, number>();
  for (const { taskPath } of walkTasks(document)) rank.set(taskPath, rank.size + 1);
  const library = rank.size + 1;
  const ranked = found.map((one) => {
    const taskPath = taskPathAt(document, one.text.path);
    const place = taskPath === undefined ? (one.text.path[0] === 'library' ? library : 0) : (rank.get(taskPath) ?? 0);
    return { one, place, order: isId(one.text) ? 0 : one.text.path.at(-1) === 'name' ? 1 : 2 };
  });
  ranked.sort((a, b) => a.place - b.place || a.order - b.order);
  return ranked.map(({ one }) => one);
}

/** The path of a text within its task, or in the document. */
function fieldOf(document: WorkflowDocument, taskPath: TaskPath | undefined, path: DocumentPath): string {
  const root = taskPath === undefined ? [] : (locateTask(document, taskPath)?.path ?? []);
  return formatPath(path.slice(root.length));
}

/** The words around an occurrence, in its line. */
function lineAround(
  text: string,
  from: number,
  to: number,
): { readonly before: string; readonly found: string; readonly after: string } {
  const start = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - around);
  const lineEnd = text.indexOf('\n', to);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, to + around);
  const cutBefore = start > 0 && text.charAt(start - 1) !== '\n' ? '…' : '';
  const cutAfter = end < text.length && text.charAt(end) !== '\n' ? '…' : '';
  return {
    before: cutBefore + text.slice(start, from).trimStart(),
    found: text.slice(from, to),
    after: text.slice(to, end) + cutAfter,
  };
}
