import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { DocumentPath } from '@/workflow/diagnostic';
import type { Span } from '../reading/syntax-node';
import { writtenKey } from '../schema-shape';

/** The span of a node, without what follows it. */
export function spanOf(node: Node | null | undefined): Span {
  return node?.range ? [node.range[0], node.range[1]] : [0, 0];
}

/** The text of a scalar as it was written: `1.0` stays "1.0". Quotes and line folding are resolved. */
export function scalarText(scalar: Scalar): string {
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? '');
}

/** The entry of a key, under any name of the key. */
export function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(
    (pair) => isScalar(pair.key) && writtenKey(scalarText(pair.key), (name) => name === key) !== undefined,
  );
}

/** The node at a document path; ids lead into maps, and into lists of tasks that have them. */
export function nodeAt(node: unknown, [step, ...rest]: DocumentPath): unknown {
  if (step === undefined) return node;
  if (isMap(node)) {
    const named = node.items.find(({ key }) => isScalar(key) && scalarText(key) === String(step));
    return nodeAt((named ?? pairOf(node, String(step)))?.value, rest);
  }
  if (!isSeq(node)) return undefined;
  const isNamed = (item: unknown) => {
    const id = isMap(item) ? pairOf(item, 'id')?.value : undefined;
    return isScalar(id) && scalarText(id) === step;
  };
  return nodeAt(typeof step === 'number' ? node.items[step] : node.items.find(isNamed), rest);
}
