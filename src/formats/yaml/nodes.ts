import { isScalar, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
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
