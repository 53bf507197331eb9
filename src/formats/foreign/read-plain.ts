import { getOwn } from '@/base/get-own';
import { isJsonObject, type Json } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import { maxForeignBytes, maxWorkflowBytes } from '../limits';
import type { SyntaxNode } from '../reading/syntax-node';
import { parseYaml } from '../yaml/parse-yaml';
import { convertYamlToSyntax } from '../yaml/to-syntax';

/**
 * The most of a foreign file that is read: it may come from anybody. `taken`: the flows that are taken along with one
 * that runs them, and the nodes of all of them.
 */
export const foreignLimits = {
  ...{ bytes: maxForeignBytes, depth: 100, nodes: 5000, values: 500_000 },
  taken: { flows: 50, nodes: 2500 },
} as const;

/**
 * A text of JSON or YAML as plain values, within bounds; else why not, for a person. Keys that would reach into objects
 * themselves are left out, aliases count each time.
 */
export function readPlain(text: string): Result<Json, string> {
  const most = foreignLimits.bytes / 1024 / 1024;
  if (text.length > foreignLimits.bytes) return err(`The file is larger than ${most} MB.`);
  if (/^\s*[[{]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed !== undefined) return copyPlain(parsed);
  }
  if (text.length > maxWorkflowBytes)
    return err(`YAML is read up to ${maxWorkflowBytes / 1024 / 1024} MB: the file is larger.`);
  const { root, reading } = parseYaml(text);
  const syntax = convertYamlToSyntax(text, root);
  if (syntax === null) return err(reading.diagnostics[0]?.message ?? 'The file is empty.');
  return convertPlain(syntax);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Members of objects that are never copied. */
const refused: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const tooDeep = `The file has more than ${foreignLimits.depth} levels.`;
const tooMany = `The file has more than ${foreignLimits.values.toLocaleString('en')} values.`;

class BoundError extends Error {}

/** Counts what is converted, and stops at the bounds. */
function createCounter() {
  let values = 0;
  return (depth: number) => {
    values += 1;
    if (depth > foreignLimits.depth) throw new BoundError(tooDeep);
    if (values > foreignLimits.values) throw new BoundError(tooMany);
  };
}

function withinBounds(make: (count: (depth: number) => void) => Json): Result<Json, string> {
  try {
    return ok(make(createCounter()));
  } catch (error) {
    if (error instanceof BoundError) return err(error.message);
    throw error;
  }
}

function copyPlain(parsed: unknown): Result<Json, string> {
  return withinBounds((count) => {
    const copy = (value: unknown, depth: number): Json => {
      count(depth);
      if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
      if (!isJsonObject(value as Json)) return value as Json;
      return Object.fromEntries(
        Object.entries(value as object).flatMap(([key, member]) =>
          refused.has(key) ? [] : [[key, copy(member, depth + 1)] as const],
        ),
      );
    };
    return copy(parsed, 0);
  });
}

function convertPlain(root: SyntaxNode): Result<Json, string> {
  return withinBounds((count) => {
    const convert = (node: SyntaxNode | null, depth: number): Json => {
      count(depth);
      if (node === null || node.kind === 'broken') return null;
      if (node.kind === 'list') return node.items.map((item) => convert(item, depth + 1));
      if (node.kind === 'map') {
        return Object.fromEntries(
          node.entries.flatMap(({ key, value }) =>
            refused.has(key) ? [] : [[key, convert(value, depth + 1)] as const],
          ),
        );
      }
      if (typeof node.value === 'bigint') return node.text;
      return typeof node.value === 'number' && !Number.isFinite(node.value) ? node.text : node.value;
    };
    return convert(root, 0);
  });
}

/** The member of a value, if it is an object that has it. */
export function getMember(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const key of keys) at = isJsonObject(at) ? getOwn(at, key) : undefined;
  return at;
}

/** The text at keys, '' if there is none. Numbers count as they are written. */
export function getText(value: Json | undefined, ...keys: readonly string[]): string {
  const found = getMember(value, ...keys);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}

/** The list at keys; none: there is no list. */
export function getList(value: Json | undefined, ...keys: readonly string[]): readonly Json[] {
  const found = getMember(value, ...keys);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** The number at keys, also if it is written as a text; undefined: there is none. */
export function getNumber(value: Json | undefined, ...keys: readonly string[]): number | undefined {
  const found = getMember(value, ...keys);
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
