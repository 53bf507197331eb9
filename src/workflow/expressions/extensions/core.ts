import type { ASTNode } from '@marcbachmann/cel-js';
import { TypeError as CheckError, EvaluationError } from '@marcbachmann/cel-js';
import type { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { matchBounded } from '../bounded-match';
import { createLazyFunction, type Extension, type LazyCall, type LazyFunction } from './extension';
import { decodeBytesText, formatCelText } from './text-of';
import { getCelMember, isMembers, isWithinInt } from './values';

const time = 'google.protobuf.Timestamp';

/** Functions of CEL itself that cel-js has in part, or without bounds. */
export const coreExtension: Extension = {
  replaces: ['has', 'int', 'string', '.matches'],
  functions: [
    { signature: 'has(ast): bool', call: buildHas },
    { signature: 'string.matches(string): bool', call: matchBounded },
    { signature: 'int(int): int', call: (value: bigint) => value },
    { signature: 'int(uint): int', call: ({ value }: UnsignedInt) => expectInt(value, value) },
    { signature: 'int(double): int', call: convertDoubleToInt },
    { signature: 'int(string): int', call: parseInt64 },
    { signature: `int(${time}): int`, call: (value: Date) => BigInt(Math.floor(value.getTime() / 1000)) },
    ...['string', 'bool', 'int', 'uint', 'double', time, 'google.protobuf.Duration'].map((type) => ({
      signature: `string(${type}): string`,
      call: formatCelText,
    })),
    { signature: 'string(bytes): string', call: decodeBytesText },
  ],
};

function expectInt(value: bigint, from: unknown): bigint {
  if (!isWithinInt(value)) throw new Error(`${from} is too large for a whole number.`);
  return value;
}

/** The number without its fraction. CEL leaves out the ends of the range, which a double does not hold exactly. */
function convertDoubleToInt(value: number): bigint {
  if (!(Math.abs(value) < 2 ** 63)) throw new Error(`${value} is too large for a whole number.`);
  return BigInt(Math.trunc(value));
}

function parseInt64(text: string): bigint {
  if (!/^[+-]?\d{1,19}$/.test(text)) throw new Error(`“${text}” is not a whole number.`);
  return expectInt(BigInt(text.replace('+', '')), text);
}

/** The function `has(a.b)`: whether `a` has the member `b`. Of `a["b"]` too, for names that are not plain. */
function buildHas({ ast, args: [member = ast] }: LazyCall): LazyFunction {
  const [owner, name] = readMemberAccess(member);
  return createLazyFunction(
    (checker, _self, context) => {
      checker.check(owner, context);
      return checker.getType('bool');
    },
    (evaluator, _self, context) => {
      const members = evaluator.run(owner, context);
      if (!isMembers(members)) throw new EvaluationError(`Only an object can have “${name}”.`, member);
      return getCelMember(members, name) !== undefined;
    },
  );
}

function readMemberAccess(node: ASTNode): readonly [ASTNode, string] {
  if (node.op === '.') return node.args;
  if (node.op === '[]' && node.args[1].op === 'value' && typeof node.args[1].args === 'string') {
    return [node.args[0], node.args[1].args];
  }
  throw new CheckError('“has” takes a member: has(tasks.x) or has(inputs["my-id"]).', node);
}
