import type { Json } from '@/base/json';
import { type Binding, type Environment, findInScope, type ResultRecord } from './environment';

/**
 * A reference is a name and a path into its value: `fetch`, `fetch.output.items[0].title`, `config["my key"]`. Ids may
 * hold dots, so where the name ends is known only at lookup: the longest existing name wins.
 */
const referencePattern = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+|\[(?:\d+|"[^"]*"|'[^']*')\])*$/;
const stepPattern = /\.?([A-Za-z0-9_-]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/gy;

/** Whether a text has the form of a reference. */
export function isReference(path: string): boolean {
  return referencePattern.test(path);
}

/** The names that a reference may begin with, longest first: `a.b[0].c` gives `a.b` and `a`. */
export function listReferenceNames(path: string): readonly string[] {
  const bracket = path.indexOf('[');
  const dotted = bracket < 0 ? path : path.slice(0, bracket);
  const names = [dotted];
  for (let dot = dotted.lastIndexOf('.'); dot > 0; dot = dotted.lastIndexOf('.', dot - 1))
    names.push(dotted.slice(0, dot));
  return names;
}

/** The binding that a reference begins with, and the rest of the reference; undefined if there is no such name. */
export function findBinding(
  path: string,
  environment: Environment,
): { readonly binding: Binding; readonly rest: string } | undefined {
  for (const name of listReferenceNames(path)) {
    const binding = findInScope(environment, name);
    if (binding !== undefined) return { binding, rest: path.slice(name.length) };
  }
  return undefined;
}

/**
 * Follows the rest of a reference (`.output.items[0]`) into a value; undefined if there is no such member. Any path
 * into null is null, so that `{{last.score}}` is empty in the first round of a loop.
 */
export function followReference(value: Json, rest: string): Json | undefined {
  let current: Json | undefined = value;
  stepPattern.lastIndex = 0;
  while (current !== undefined && current !== null && stepPattern.lastIndex < rest.length) {
    const step = stepPattern.exec(rest);
    if (step === null) return undefined;
    current = getReferenceMember(current, step[1] ?? step[2] ?? step[3] ?? step[4] ?? '');
  }
  return current;
}

/** A step of a path into a value. `from` and `to` span it with its dot or brackets. */
export interface ReferenceStep {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The steps of the rest of a reference: `.output.items[0]` gives `output`, `items` and `0`. */
export function parseReferenceSteps(rest: string): readonly ReferenceStep[] {
  stepPattern.lastIndex = 0;
  return [...rest.matchAll(stepPattern)].map((step) => ({
    name: step[1] ?? step[2] ?? step[3] ?? step[4] ?? '',
    from: step.index,
    to: step.index + step[0].length,
  }));
}

function getReferenceMember(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: Json })[key];
}

/** The value at a path into a result. Of a skipped task, what its record does not have is null. */
export function followResult(result: ResultRecord, rest: string): Json | undefined {
  const value = followReference(result, rest);
  return value === undefined && result.status === 'SKIPPED' ? null : value;
}
