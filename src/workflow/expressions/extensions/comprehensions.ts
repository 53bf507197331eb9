import { type ASTNode, TypeError as CheckError } from '@marcbachmann/cel-js';
import { createLazyFunction, type Extension, type LazyCall, type LazyFunction } from './extension';
import { compareValues, isMembers, listMemberPairs } from './values';

/** A key or an index, and the value there. */
type Pair = readonly [unknown, unknown];

/** Makes the result of a function: `apply` evaluates its last argument for an item. */
type Collect = (items: readonly Pair[], apply: (item: Pair) => unknown) => unknown;

/** Functions over the index or the key and the value of each item, as in the extension `comprehensions` of CEL. */
export const comprehensionsExtension: Extension = {
  functions: [
    { signature: 'list.all(ast, ast, ast): bool', call: createWalkingFunction('bool', isTrueForAll) },
    { signature: 'list.exists(ast, ast, ast): bool', call: createWalkingFunction('bool', isTrueForOne) },
    { signature: 'list.existsOne(ast, ast, ast): bool', call: createWalkingFunction('bool', isTrueForExactlyOne) },
    { signature: 'list.transformList(ast, ast, ast): list', call: createWalkingFunction('list', toList) },
    { signature: 'list.transformList(ast, ast, ast, ast): list', call: createWalkingFunction('list', toList) },
    { signature: 'list.transformMap(ast, ast, ast): map', call: createWalkingFunction('map', toMap) },
    { signature: 'list.transformMap(ast, ast, ast, ast): map', call: createWalkingFunction('map', toMap) },
    { signature: 'list.sortBy(ast, ast): list', call: sortBy },
  ],
};

/** A function `items.name(key, value, result)` or `items.name(key, value, condition, result)`. */
function createWalkingFunction(type: 'bool' | 'list' | 'map', collect: Collect): (call: LazyCall) => LazyFunction {
  return ({ ast, args, receiver }) => {
    const [first, second] = args;
    const [keyName, valueName] = [readItemName(first ?? ast), readItemName(second ?? ast)];
    const range = receiver ?? ast;
    const result = args.at(-1) ?? ast;
    const condition = args.length === 4 ? args[2] : undefined;
    return createLazyFunction(
      (checker, _self, context) => {
        const items = checker.check(range, context);
        if (!['dyn', 'list', 'map'].includes(items.kind))
          throw new CheckError('Only a list or an object has items.', range);
        const dyn = checker.getType('dyn');
        const inner = context
          .forkWithVariable(keyName, items.kind === 'list' ? checker.getType('int') : (items.keyType ?? dyn))
          .forkWithVariable(valueName, items.valueType ?? dyn);
        if (condition) mustBeTest(checker.check(condition, inner).isDynOrBool(), condition);
        const made = checker.check(result, inner);
        if (type === 'bool') mustBeTest(made.isDynOrBool(), result);
        return checker.getType(type);
      },
      (evaluator, _self, context) => {
        const dyn = evaluator.getType('dyn');
        const outer = context.forkWithVariable(keyName, dyn);
        const inner = outer.forkWithVariable(valueName, dyn);
        const evaluateItem = (node: ASTNode, [key, value]: Pair) => {
          outer.setIterValue(key, evaluator);
          return evaluator.run(node, inner.setIterValue(value, evaluator));
        };
        const items = listPairs(evaluator.run(range, context));
        const kept = condition ? items.filter((item) => isTrue(evaluateItem(condition, item))) : items;
        return collect(kept, (item) => evaluateItem(result, item));
      },
    );
  };
}

/** The function `items.sortBy(item, key)`: the items in the order of their keys. */
function sortBy({ ast, args, receiver }: LazyCall): LazyFunction {
  const [variable = ast, key = ast] = args;
  const name = readItemName(variable);
  const list = receiver ?? ast;
  return createLazyFunction(
    (checker, _self, context) => {
      const items = checker.check(list, context);
      if (!['dyn', 'list'].includes(items.kind)) throw new CheckError('Only a list can be sorted.', list);
      checker.check(key, context.forkWithVariable(name, items.valueType ?? checker.getType('dyn')));
      return items;
    },
    (evaluator, _self, context) => {
      const inner = context.forkWithVariable(name, evaluator.getType('dyn'));
      const keyed = expectList(evaluator.run(list, context)).map((item) => ({
        item,
        key: evaluator.run(key, inner.setIterValue(item, evaluator)),
      }));
      return keyed.sort((a, b) => compareValues(a.key, b.key)).map(({ item }) => item);
    },
  );
}

function readItemName(node: ASTNode): string {
  if (node.op !== 'id') throw new CheckError('The name for an item is a plain name, such as “item”.', node);
  return node.args;
}

function mustBeTest(holds: boolean, node: ASTNode): void {
  if (!holds) throw new CheckError('The condition must be true or false.', node);
}

function expectList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('Only a list can be sorted.');
  return value;
}

function listPairs(value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [BigInt(index), item]);
  if (isMembers(value)) return listMemberPairs(value);
  throw new Error('Only a list or an object has items.');
}

function isTrue(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('The condition must be true or false.');
  return value;
}

/** Whether the condition holds for all items. An error counts only if it holds for all others. */
function isTrueForAll(items: readonly Pair[], apply: (item: Pair) => unknown): boolean {
  return !isTrueForOne(items, (item) => !isTrue(apply(item)));
}

/** Whether the condition holds for an item. An error counts only if it holds for no other. */
function isTrueForOne(items: readonly Pair[], apply: (item: Pair) => unknown): boolean {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      if (isTrue(apply(item))) return true;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return false;
}

function isTrueForExactlyOne(items: readonly Pair[], apply: (item: Pair) => unknown): boolean {
  return items.filter((item) => isTrue(apply(item))).length === 1;
}

function toList(items: readonly Pair[], apply: (item: Pair) => unknown): readonly unknown[] {
  return items.map(apply);
}

function toMap(items: readonly Pair[], apply: (item: Pair) => unknown): ReadonlyMap<unknown, unknown> {
  return new Map(items.map((item) => [item[0], apply(item)]));
}
