import { type Alias, isAlias, isCollection, isMap, isPair, isScalar, type Node, type Scalar, type YAMLMap } from 'yaml';
import { maxNesting } from '@/base/json';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix, TextRange } from '@/workflow/diagnostic';
import type { Task } from '@/workflow/tasks';
import { maxAliasedValues, maxDiagnostics } from '../limits';

/** What is passed along while a text is read: the text, its aliases, and the problems found so far. */
export interface Reading {
  readonly text: string;
  readonly rangeOf: (from: number, to: number) => TextRange;
  readonly diagnostics: Diagnostic[];
  /** What each alias stands for; an alias without an anchor before it is not in it. */
  readonly targets: ReadonlyMap<Alias, Node>;
  /** Aliases being expanded, to see those that contain themselves. */
  readonly expanding: Set<Node>;
  /** Reads a task within another. */
  readonly readTask: (reading: Reading, node: Node | null, path: DocumentPath) => Task | undefined;
  /** Values read inside aliases so far. */
  aliased: number;
}

/** Offsets of the text, `to` behind the last character. */
export type Span = readonly [from: number, to: number];

/** Adds a problem, unless there are too many already. */
export function report(
  reading: Reading,
  code: DiagnosticCode,
  message: string,
  path: DocumentPath,
  [from, to]: Span,
  more: { readonly severity?: 'warning'; readonly fix?: Fix } = {},
): void {
  if (reading.diagnostics.length >= maxDiagnostics) return;
  const range = reading.rangeOf(from, to);
  reading.diagnostics.push({ code, severity: 'error', message, path, range, ...more });
}

/** The mend that puts `text` in the place of a span. */
export function replaceText(reading: Reading, title: string, [from, to]: Span, text: string): Fix {
  return { kind: 'replace_text', title, range: reading.rangeOf(from, to), text };
}

/** Said of a text that cannot be read for its nesting. */
export const tooDeepMessage = `The text is nested more than ${maxNesting} levels deep. Write it flatter.`;

/** Whether a place is deeper than what is read, aliases expanded; reported if so. */
export function isTooDeep(reading: Reading, node: Node | null, path: DocumentPath): boolean {
  if (path.length <= maxNesting) return false;
  report(reading, 'HED101', tooDeepMessage, path, spanOf(node));
  return true;
}

/** Where a node stands, without what follows it. */
export function spanOf(node: Node | null | undefined): Span {
  return node?.range ? [node.range[0], node.range[1]] : [0, 0];
}

/** The text of a scalar as it was written: `1.0` stays "1.0". Quotes and line folding are resolved. */
export function scalarText(scalar: Scalar): string {
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? '');
}

/** Whether nothing was written after the key. */
export function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null && node.source === '');
}

/** An unquoted `{{name}}`: a flow map whose key is a flow map. */
export function isBareTemplate(node: unknown): boolean {
  return isMap(node) && node.flow === true && node.items.length === 1 && isMap(node.items[0]?.key);
}

/** Pairs each alias with the latest anchor of its name before it. Linear in the size of the tree. */
export function resolveAliases(root: Node | null): Map<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const walk = (node: unknown): void => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
      return;
    }
    if (isPair(node)) {
      walk(node.key);
      walk(node.value);
      return;
    }
    if (!isScalar(node) && !isCollection(node)) return;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isCollection(node)) for (const item of node.items) walk(item);
  };
  walk(root);
  return targets;
}

/** Reads what an alias stands for. Undefined, with a problem reported, if it has no anchor, contains itself, or is too much. */
export function readAlias<T>(
  reading: Reading,
  alias: Alias,
  path: DocumentPath,
  read: (node: Node) => T,
): T | undefined {
  const span = spanOf(alias);
  const target = reading.targets.get(alias);
  if (target === undefined) {
    report(
      reading,
      'HED104',
      `No anchor &${alias.source} stands before this alias. Add one, or write the value.`,
      path,
      span,
    );
    return undefined;
  }
  if (reading.expanding.has(target)) {
    report(reading, 'HED104', `The alias *${alias.source} contains itself. Write the value instead.`, path, span);
    return undefined;
  }
  const outermost = reading.expanding.size === 0;
  reading.expanding.add(target);
  const value = read(target);
  reading.expanding.delete(target);
  if (outermost && reading.aliased > maxAliasedValues) {
    const most = maxAliasedValues.toLocaleString('en');
    const message = `The aliases of this file expand to more than ${most} values. Write them out.`;
    // Said once; what follows is over the bound for the same reason.
    if (reading.aliased !== Number.POSITIVE_INFINITY) report(reading, 'HED104', message, path, span);
    reading.aliased = Number.POSITIVE_INFINITY;
    return undefined;
  }
  return value;
}

/** Counts a value that is read. False once the aliases have expanded to too much: then nothing more is read in them. */
export function withinBound(reading: Reading): boolean {
  if (reading.expanding.size === 0) return true;
  reading.aliased += 1;
  return reading.aliased <= maxAliasedValues;
}

/** The entries of a map whose keys are plain, each key once; what is wrong with the others is reported. */
export function* entriesOf(
  reading: Reading,
  map: YAMLMap,
  path: DocumentPath,
): Generator<{ readonly key: string; readonly node: Scalar; readonly value: Node | null }> {
  const seen = new Set<string>();
  for (const pair of map.items) {
    const node = isAlias(pair.key) ? readAlias(reading, pair.key, path, (target) => target) : pair.key;
    if (!isScalar(node)) {
      if (node !== undefined) reportKey(reading, map, node as Node | null, path);
      continue;
    }
    const key = scalarText(node);
    if (key === '__proto__') {
      report(reading, 'HED106', 'The key __proto__ is not allowed. Choose another name.', path, spanOf(node));
    } else if (seen.has(key)) {
      report(reading, 'HED103', `The key "${key}" stands twice. Remove one of the two.`, [...path, key], spanOf(node));
    } else {
      seen.add(key);
      yield { key, node, value: pair.value as Node | null };
    }
  }
}

function reportKey(reading: Reading, map: YAMLMap, key: Node | null, path: DocumentPath): void {
  if (isBareTemplate(map)) reportBareTemplate(reading, spanOf(map), path);
  else report(reading, 'HED101', 'A key must be a plain text.', path, spanOf(key ?? map));
}

/** Reports a template without quotes, with the quotes as the mend. */
export function reportBareTemplate(reading: Reading, span: Span, path: DocumentPath): void {
  // A template with text behind it was found by the parser already, and the mend for all of it is the better one.
  if (reading.diagnostics.some(({ code, range }) => code === 'HED102' && range?.from === span[0])) return;
  const written = reading.text.slice(span[0], span[1]);
  report(reading, 'HED102', 'A template needs quotes: without them YAML reads {{…}} as a map.', path, span, {
    fix: replaceText(reading, 'Put it in quotes', span, JSON.stringify(written)),
  });
}
