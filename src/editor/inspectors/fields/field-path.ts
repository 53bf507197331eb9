import { convertToSnakeCase } from '@/base/snake-case';
import type { Diagnostic, DocumentPath } from '@/workflow/diagnostic';

/**
 * The keys that lead from a task, or from the settings, to a field in the model: `['errorHandling', 'maxRetries']`. An
 * item of a list has its index as key: `['cases', '0', 'test']`.
 */
export type FieldPath = readonly [string, ...string[]];

/** The value at a path, or undefined. */
export function readAt(subject: object | undefined, path: readonly string[]): unknown {
  let value: unknown = subject;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/**
 * Objects that only group settings: an empty one is removed. Other objects mean something by their presence (`voting`,
 * `reparse`, an agent). Removing one of these would take its fields away while a person empties one to rewrite it.
 */
const gathering: ReadonlySet<string> = new Set([
  'limits',
  'errorHandling',
  'context',
  'contextManagement',
  'options',
  'redFlags',
  'progress',
  'constraints',
  'checkpoint',
  'retention',
  'compaction',
  'hooks',
  'memory',
]);

/** The subject with a value at a path. undefined removes it, and with it lists and settings that become empty. */
export function setAtPath(subject: object, path: readonly string[], value: unknown): object {
  const [key, ...rest] = path;
  if (key === undefined) return subject;
  const inner = (subject as Record<string, unknown>)[key];
  const next = rest.length === 0 ? value : settleValue(key, setAtPath(convertToObject(inner), rest, value));
  if (Array.isArray(subject))
    return next === undefined ? subject.toSpliced(Number(key), 1) : subject.with(Number(key), next);
  if (next !== undefined) return { ...subject, [key]: next };
  const { [key]: _removed, ...others } = subject as Record<string, unknown>;
  return others;
}

/** What to pass to `updateTask` and `updateSettings` to set a value at a path; undefined removes it. */
export function patchAt(subject: object, path: FieldPath, value: unknown): Record<string, unknown> {
  const [key] = path;
  return { [key]: readAt(setAtPath(subject, path, value), [key]) };
}

/** The first problem at a path or deeper, errors before warnings. The keys of the path are the model's. */
export function findProblemAt(
  diagnostics: readonly Diagnostic[],
  root: DocumentPath,
  path: readonly string[],
): Diagnostic | undefined {
  const whole = [...root, ...path.map((key) => [key, convertToSnakeCase(key)])];
  const found = listProblemsUnder(diagnostics, root).filter(({ path: place }) =>
    whole.every((part, index) => (Array.isArray(part) ? part.includes(`${place[index]}`) : part === place[index])),
  );
  return found.find(({ severity }) => severity === 'error') ?? found[0];
}

const grouped = new WeakMap<readonly Diagnostic[], ReadonlyMap<string, readonly Diagnostic[]>>();

/** The problems of the task of the document that a path belongs to; for a path of the settings those of no task. */
function listProblemsUnder(diagnostics: readonly Diagnostic[], root: DocumentPath): readonly Diagnostic[] {
  const groups = grouped.get(diagnostics) ?? groupByTask(diagnostics);
  grouped.set(diagnostics, groups);
  return groups.get(getTaskIdIn(root)) ?? [];
}

function groupByTask(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const id = getTaskIdIn(diagnostic.path);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [diagnostic]);
    else group.push(diagnostic);
  }
  return groups;
}

/** The id of the task of the document that a path belongs to; empty if none. */
function getTaskIdIn([first, id]: DocumentPath): string {
  return first === 'tasks' && id !== undefined ? `${id}` : '';
}

/**
 * The object that a member is set in. A text where an object is allowed is the short form of its `type`
 * (`cleanup_strategy: lru`).
 */
function convertToObject(value: unknown): object {
  if (typeof value === 'string') return { type: value };
  return typeof value === 'object' && value !== null ? value : {};
}

function settleValue(key: string, value: object): object | undefined {
  const goes = Array.isArray(value) || gathering.has(key);
  return goes && Object.keys(value).length === 0 ? undefined : value;
}
