import { TypeError as CheckError } from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { createLazyFunction, type Extension, type LazyCall, type LazyFunction } from './extension';
import { convertToPlainNumber } from './values';

/**
 * An object that an expression writes: `{"a": 1}`. cel-js makes texts of the keys, also where the object is gone
 * through. Here keys keep their types, and equal numbers are one key.
 */
class ObjectLiteral extends Map<unknown, unknown> {
  override get(key: unknown): unknown {
    return super.get(normalizeKey(key));
  }
  override has(key: unknown): boolean {
    return super.has(normalizeKey(key));
  }
}
// By the constructor of a value cel-js tells its type.
Object.defineProperty(ObjectLiteral.prototype, 'constructor', { value: Map });

function normalizeKey(key: unknown): unknown {
  if (key instanceof UnsignedInt) return convertToPlainNumber(key);
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : key;
}

/** What the literal of an object is read as, which is not cel-js's own. */
export const objectsExtension: Extension = {
  replaces: ['object'],
  functions: [{ signature: 'object(ast): dyn', call: buildObjectFunction }],
};

function buildObjectFunction({ ast, args: [literal = ast] }: LazyCall): LazyFunction {
  if (literal.op !== 'map') throw new CheckError('There is no function “object”. Write {"name": value}.', ast);
  const entries = literal.args;
  return createLazyFunction(
    (checker, _self, context) => {
      const type = checker.check(literal, context);
      return entries.length === 0 ? checker.getType('dyn') : type;
    },
    (evaluator, _self, context) => {
      const made = new ObjectLiteral();
      for (const [keyNode, valueNode] of entries) {
        const key = evaluator.run(keyNode, context);
        if (!['string', 'bigint', 'boolean'].includes(typeof key) && !(key instanceof UnsignedInt)) {
          throw new Error('A key of an object is a text, a whole number, true or false.');
        }
        if (made.has(key)) throw new Error(`The object has the key “${String(key)}” twice.`);
        made.set(normalizeKey(key), evaluator.run(valueNode, context));
      }
      return made;
    },
  );
}
