import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { defined, omitEmpty } from '@/base/defined';
import { maxNesting } from '@/base/json';
import { maxAliasedValues } from '../limits';
import { tooDeepMessage } from '../reading/reading';
import type {
  BrokenNode,
  ListNode,
  MapEntry,
  MapNode,
  Problem,
  ScalarNode,
  Span,
  SyntaxNode,
} from '../reading/syntax-node';
import { getSpan, readScalarText } from './nodes';

/** The target of an anchor, once its node is complete, and its number of values. */
interface Anchor {
  readonly holder: Node;
  node: SyntaxNode | undefined;
  values: number;
}

/** What the aliases and merge keys of a text stand for. */
export interface SharedParts {
  /** What each alias stands for, with the node that has its anchor. */
  readonly aliases: Map<Alias, { readonly value: SyntaxNode; readonly holder: Node }>;
  /** The entries that each merge key adds to its map. */
  readonly merged: Map<Pair, MapEntry[]>;
}

/** The state while a tree is converted to syntax. */
interface Conversion {
  readonly text: string;
  /** The latest anchor of each name so far. */
  readonly anchors: Map<string, Anchor>;
  /** The number of values so far, with those of aliases counted each time. */
  values: number;
  /** The number of values of aliases among them; infinite once there are too many. */
  aliased: number;
  readonly shared: SharedParts | undefined;
}

/**
 * Converts a YAML text to the syntax tree that the reader takes. Each alias is resolved to its target, which is
 * converted once, however many aliases lead to it. What cannot be read becomes a broken node, or a problem of its map.
 * Linear in the size of the text. `shared` is filled.
 */
export function convertYamlToSyntax(text: string, root: Node | null, shared?: SharedParts): SyntaxNode | null {
  return convertNode({ text, anchors: new Map(), values: 0, aliased: 0, shared }, root, 0);
}

function convertNode(conversion: Conversion, node: unknown, depth: number): SyntaxNode | null {
  if (isAlias(node)) return resolveAlias(conversion, node);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  const before = conversion.values;
  conversion.values += 1;
  if (node.anchor === undefined) return convertPlain(conversion, node, depth);
  const anchor: Anchor = { holder: node, node: undefined, values: 0 };
  conversion.anchors.set(node.anchor, anchor);
  anchor.node = convertPlain(conversion, node, depth);
  anchor.values = conversion.values - before;
  return anchor.node;
}

function convertPlain(conversion: Conversion, node: Node, depth: number): SyntaxNode {
  const span = getSpan(node);
  if (depth > maxNesting) return createBrokenNode({ code: 'HED101', message: tooDeepMessage, span });
  if (isScalar(node)) return convertScalar(node, span);
  if (isMap(node)) {
    return isBareTemplate(node)
      ? createBrokenNode(createBareTemplateProblem(conversion.text, span))
      : convertMap(conversion, node, span, depth);
  }
  const items = isSeq(node) ? node.items.map((item) => convertNode(conversion, item, depth + 1)) : [];
  return { kind: 'list', items, span, isBlock: isSeq(node) && node.flow !== true } satisfies ListNode;
}

function convertScalar(scalar: Scalar, span: Span): ScalarNode {
  const text = readScalarText(scalar);
  const value = keepWholeNumber(scalar.value, text);
  const isPlain = value === null || ['boolean', 'number', 'bigint'].includes(typeof value);
  // Older versions of YAML have values that JSON does not have, such as dates. They are read as the text that is
  // written.
  return { kind: 'scalar', value: isPlain ? (value as ScalarNode['value']) : text, text, span };
}

/** The same value; a whole number that a double would round, as it is written. */
function keepWholeNumber(value: unknown, text: string): unknown {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  const [, sign, digits = ''] = /^([-+]?)(\d+|0x[\da-f]+|0o[0-7]+)$/i.exec(text) ?? [];
  if (digits === '') return value;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

/** Converts an alias to a shallow copy of its target. Anchors come before their aliases, so the target exists. */
function resolveAlias(conversion: Conversion, alias: Alias): SyntaxNode {
  const span = getSpan(alias);
  const name = alias.source;
  const anchor = conversion.anchors.get(name);
  if (anchor === undefined) {
    const message = `No anchor &${name} stands before this alias. Add one, or write the value.`;
    return createBrokenNode({ code: 'HED104', message, span });
  }
  if (anchor.node === undefined) {
    return createBrokenNode({
      code: 'HED104',
      message: `The alias *${name} contains itself. Write the value instead.`,
      span,
    });
  }
  const isFirst = conversion.aliased <= maxAliasedValues;
  if (conversion.aliased + anchor.values > maxAliasedValues) {
    // Reported once; what follows exceeds the limit for the same reason.
    conversion.aliased = Number.POSITIVE_INFINITY;
    const most = maxAliasedValues.toLocaleString('en');
    const message = `The aliases of this file expand to more than ${most} values. Write them out.`;
    return isFirst ? createBrokenNode({ code: 'HED104', message, span }) : { kind: 'broken', span };
  }
  conversion.values += anchor.values;
  conversion.aliased += anchor.values;
  const { node, holder } = anchor;
  conversion.shared?.aliases.set(alias, { value: node, holder });
  // An alias is one word in the text, whatever its target.
  return node.kind === 'map' || node.kind === 'list' ? { ...node, span, isBlock: false } : { ...node, span };
}

function convertMap(conversion: Conversion, map: YAMLMap, span: Span, depth: number): MapNode {
  const entries: MapEntry[] = [];
  const problems: Problem[] = [];
  const merged: { readonly pair: Pair; readonly value: SyntaxNode | null; readonly keySpan: Span }[] = [];
  const seen = new Set<string>();
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const key = convertKey(conversion, pair.key, depth + 1);
    const value = convertNode(conversion, pair.value, depth + 1);
    const problem = findKeyProblem(key, seen, span);
    if (problem) problems.push(problem);
    if (problem || key?.kind !== 'scalar') continue;
    seen.add(key.text);
    if (isMergeKey(pair.key)) merged.push({ pair, value, keySpan: key.span });
    else entries.push({ key: key.text, keySpan: key.span, value });
  }
  for (const { pair, value, keySpan } of merged) {
    const own = entries.length;
    mergeInto(entries, problems, seen, value, keySpan);
    conversion.shared?.merged.set(pair, entries.slice(own));
  }
  const isBlock = map.flow !== true;
  return { kind: 'map', entries, span, isBlock, ...defined({ problems: omitEmpty(problems) }) };
}

/** A key does not count as a value, unless it is more than a plain text. */
const convertKey = (conversion: Conversion, key: Node | null, depth: number): SyntaxNode | null =>
  isScalar(key) && key.anchor === undefined ? convertScalar(key, getSpan(key)) : convertNode(conversion, key, depth);

/** The problem of a key in the map at `ofMap`, given the keys in `seen`. */
function findKeyProblem(key: SyntaxNode | null, seen: ReadonlySet<string>, ofMap: Span): Problem | undefined {
  if (key?.kind === 'broken') return key.problem;
  const span = key?.span ?? ofMap;
  if (key?.kind !== 'scalar') return { code: 'HED101', message: 'A key must be a plain text.', span };
  if (key.text === '__proto__') {
    return { code: 'HED106', message: 'The key __proto__ is not allowed. Choose another name.', span };
  }
  if (!seen.has(key.text)) return undefined;
  const message = `The key "${key.text}" appears twice. Remove one of the two.`;
  return { code: 'HED103', message, span, key: key.text };
}

/** Whether a key is `<<` without quotes, which merges maps into the one that has it. */
export const isMergeKey = (key: unknown): boolean => isScalar(key) && key.type === 'PLAIN' && key.source === '<<';

/**
 * Adds the entries of a merged map, or of a list of them, after those of the map itself, which win; earlier maps win
 * over later ones.
 */
function mergeInto(
  entries: MapEntry[],
  problems: Problem[],
  seen: Set<string>,
  node: SyntaxNode | null,
  keySpan: Span,
): void {
  const maps = node?.kind === 'list' ? node.items : [node];
  for (const map of maps) {
    if (map?.kind === 'broken') {
      if (map.problem) problems.push(map.problem);
    } else if (map?.kind !== 'map') {
      const message = 'A merge key << takes a map, or a list of maps. Write the keys out.';
      problems.push({ code: 'HED101', message, span: map?.span ?? keySpan, key: '<<' });
    } else {
      const added = map.entries.filter(({ key }) => !seen.has(key));
      for (const { key } of added) seen.add(key);
      entries.push(...added);
      problems.push(...(map.problems ?? []));
    }
  }
}

const createBrokenNode = (problem: Problem): BrokenNode => ({ kind: 'broken', problem, span: problem.span });

/** An unquoted `{{name}}`: a flow map whose key is a flow map. */
const isBareTemplate = (map: YAMLMap): boolean =>
  map.flow === true && map.items.length === 1 && isMap(map.items[0]?.key);

/** The problem of a template without quotes, with the quoted text as its fix. */
export function createBareTemplateProblem(text: string, span: Span): Problem {
  return {
    code: 'HED102',
    message: 'A template needs quotes: without them YAML reads {{…}} as a map.',
    span,
    mend: { title: 'Put it in quotes', text: JSON.stringify(text.slice(...span)) },
  };
}
