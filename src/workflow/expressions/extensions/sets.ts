import type { Extension } from './extension';
import { areEqual } from './values';

type List = readonly unknown[];

/** Lists as sets, as in the extension `sets` of CEL: order and repetition do not matter. */
export const setsExtension: Extension = {
  namespace: 'sets',
  functions: [
    { signature: 'sets.contains(list, list): bool', call: containsAllItems },
    {
      signature: 'sets.equivalent(list, list): bool',
      call: (a: List, b: List) => containsAllItems(a, b) && containsAllItems(b, a),
    },
    {
      signature: 'sets.intersects(list, list): bool',
      call: (a: List, b: List) => b.some((item) => containsItem(a, item)),
    },
  ],
};

function containsAllItems(list: List, part: List): boolean {
  return part.every((item) => containsItem(list, item));
}

function containsItem(list: List, value: unknown): boolean {
  return list.some((item) => areEqual(item, value));
}
