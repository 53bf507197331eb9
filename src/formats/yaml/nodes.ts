import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { DocumentPath } from '@/workflow/diagnostic';
import type { Span } from '../reading/syntax-node';
import { findCanonicalKey } from '../schema-shape';

/** The span of a node, without what follows it. */
export function getSpan(node: Node | null | undefined): Span {
  return node?.range ? [node.range[0], node.range[1]] : [0, 0];
}

/** The text of a scalar as it was written: `1.0` stays "1.0". Quotes and line folding are resolved. */
export function readScalarText(scalar: Scalar): string {
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? '');
}

/** The entry of a key, under any name of the key. */
export function findPair(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(
    (pair) => isScalar(pair.key) && findCanonicalKey(readScalarText(pair.key), (name) => name === key) !== undefined,
  );
}

/** The node at a document path; ids lead into maps, and into lists of tasks that have them. */
export function findNode(node: unknown, [step, ...rest]: DocumentPath): unknown {
  if (step === undefined) return node;
  if (isMap(node)) {
    const named = node.items.find(({ key }) => isScalar(key) && readScalarText(key) === String(step));
    return findNode((named ?? findPair(node, String(step)))?.value, rest);
  }
  if (!isSeq(node)) return undefined;
  const isNamed = (item: unknown) => {
    const id = isMap(item) ? findPair(item, 'id')?.value : undefined;
    return isScalar(id) && readScalarText(id) === step;
  };
  return findNode(typeof step === 'number' ? node.items[step] : node.items.find(isNamed), rest);
}
