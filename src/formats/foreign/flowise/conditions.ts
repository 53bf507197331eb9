import { getOwn } from '@/base/get-own';
import type { Json } from '@/base/json';
import type { Expression } from '../foreign-graph';
import { getText } from '../read-plain';
import { type FoundType, quoteCel, readExpression, writeCel } from '../values';
import type { FlowiseContext } from './flowise-context';

interface Side {
  readonly cel: string;
  readonly type: FoundType | 'choice';
  /** The value, if it is written in the file. */
  readonly fixed?: string;
}

/**
 * A condition as CEL: `compareOperationFunctions` of Condition.ts. Numbers are read from texts, and texts are compared
 * without their Markdown, which an expression does not take away.
 */
export function writeCondition(context: FlowiseContext, condition: Json, path: string): string {
  const operation = getText(condition, 'operation');
  const left = readSide(context, readExpression(context.node, ...path.split('.'), 'value1'));
  const right = readSide(context, readExpression(context.node, ...path.split('.'), 'value2'));
  const type = getText(condition, 'type');
  if (type === 'number') return writeNumbers(context, operation, left, right);
  if (type === 'boolean') {
    const isEqual = (left.fixed ?? left.cel) === (right.fixed ?? right.cel);
    const cel = left.fixed !== undefined && right.fixed !== undefined ? String(isEqual) : `${left.cel} == ${right.cel}`;
    return operation === 'notEqual' ? `!(${cel})` : cel;
  }
  const write = getOwn(texts, operation);
  if (write === undefined) return refuse(context, operation);
  if (![left, right].every(isPlain)) context.differs('Markdown in the texts is compared too');
  if (operation === 'regex') context.differs('the pattern is one of RE2');
  return write(asText(left), asText(right));
}

function refuse(context: FlowiseContext, operation: string): string {
  context.differs(`“${operation.slice(0, 40)}” is not a known operation, so it never holds`);
  return 'false';
}

function readSide(context: FlowiseContext, expression: Expression): Side {
  if (expression.is === 'literal') {
    const text = expression.value === null ? '' : String(expression.value);
    return { cel: quoteCel(text), type: 'text', fixed: text };
  }
  const cel = writeCel(expression, context.findInCel);
  if (expression.is !== 'reference') return { cel, type: 'text' };
  const found = context.findInCel(expression);
  const input = [...context.flow.inputs.values()].find(({ name }) => `inputs.${name}` === cel);
  const options = input?.form['options'];
  const isChoice = Array.isArray(options) && options.every((one) => !/[*_`#>~[\]!<-]/.test(String(one)));
  if (isChoice) return { cel, type: 'choice' };
  if (input?.form['type'] === 'boolean') return { cel, type: 'boolean' };
  if (found?.is === 'constant') return { cel, type: typeof found.value === 'number' ? 'number' : 'any' };
  return { cel, type: found?.is === 'value' ? found.type : 'any' };
}

/** Whether a text has no Markdown that could be taken away. */
function isPlain({ type, fixed }: Side): boolean {
  if (fixed !== undefined) return !/[*_`#>~[\]!<]|^\s*(?:[-+]|\d+\.)\s/.test(fixed);
  return type === 'number' || type === 'boolean' || type === 'choice';
}

const asText = ({ cel, type, fixed }: Side): string =>
  fixed !== undefined || type === 'text' || type === 'choice' ? cel : `"%s".format([${cel}])`;

const texts: Readonly<Record<string, (left: string, right: string) => string>> = {
  contains: (left, right) => `${left}.contains(${right})`,
  notContains: (left, right) => `!${left}.contains(${right})`,
  endsWith: (left, right) => `${left}.endsWith(${right})`,
  startsWith: (left, right) => `${left}.startsWith(${right})`,
  equal: (left, right) => `${left} == ${right}`,
  notEqual: (left, right) => `${left} != ${right}`,
  regex: (left, right) => `${left}.matches(${right})`,
  isEmpty: (left) => `${left} == ""`,
  notEmpty: (left) => `${left} != ""`,
};

const comparisons: Readonly<Record<string, string>> = {
  smaller: '<',
  smallerEqual: '<=',
  equal: '==',
  notEqual: '!=',
  larger: '>',
  largerEqual: '>=',
};

function writeNumbers(context: FlowiseContext, operation: string, left: Side, right: Side): string {
  // An empty number is 0, which is not empty.
  if (operation === 'isEmpty' || operation === 'notEmpty') return String(operation === 'notEmpty');
  const operator = getOwn(comparisons, operation);
  if (operator === undefined) return refuse(context, operation);
  return `${asNumber(context, left)} ${operator} ${asNumber(context, right)}`;
}

function asNumber(context: FlowiseContext, { cel, type, fixed }: Side): string {
  if (fixed !== undefined) return String(Number.parseFloat(fixed) || 0);
  if (type === 'number') return cel;
  context.differs('a text that only begins with a number counts as 0');
  const text = type === 'text' ? cel : `"%s".format([${cel}])`;
  return `(${text}.matches("^\\\\s*[-+]?[0-9]+([.][0-9]+)?\\\\s*$") ? double(${text}.trim()) : 0.0)`;
}
