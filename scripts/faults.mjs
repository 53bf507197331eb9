// The faults that `mutants.mjs` plants: what a person gets wrong in a condition, a limit, a sum or an order of calls.
import { parseSync, Visitor } from 'vite';

/**
 * One fault: what stands from `start` to `end` is written as `to`.
 *
 * @typedef {{ start: number, end: number, to: string }} Fault
 * @typedef {{ type: string, start: number, end: number }} Part
 */

const otherOperators = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '+=': '-=',
    '-=': '+=',
    '++': '--',
    '--': '++',
  }),
);

/** With nothing for another, the call goes. */
const otherMethods = new Map(
  Object.entries({ every: 'some', some: 'every', min: 'max', max: 'min', filter: '', slice: '', sort: '' }),
);

/** What does something only by being there: without it the text still parses. */
const doers = new Set([
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'YieldExpression',
]);

/**
 * Every fault that can be planted in a source. A text is none of them: what is said is checked by other means.
 * @param {string} file
 * @param {string} source
 * @returns {Fault[]}
 */
export function findFaults(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {Map<string, Fault>} */
  const faults = new Map();
  /** Where a part begins that is no fault of its own: a type, what ends a loop, a condition negated as a whole. */
  const passed = new Set();
  /** @param {Part} part */
  const textOf = ({ start, end }) => source.slice(start, end);
  /** @param {Part} part @param {string} to */
  const add = ({ start, end }, to) => faults.set(`${start} ${end} ${to}`, { start, end, to });
  /** @param {Part} left @param {Part} right @param {string} operator */
  const swap = (left, right, operator) => {
    const to = otherOperators.get(operator);
    const at = source.indexOf(operator, left.end);
    if (to !== undefined && at >= left.end && at < right.start)
      add({ type: '', start: at, end: at + operator.length }, to);
  };
  /** @param {Part} test */
  const negate = (test) => {
    passed.add(`${test.start} ${test.end}`);
    add(test, `!(${textOf(test)})`);
  };
  /** @param {Part} part */
  const isPassed = ({ start, end }) => passed.has(`${start} ${end}`);
  /** @param {Part} statement */
  const remove = (statement) => add(statement, ';');
  new Visitor({
    TSLiteralType: ({ literal }) => void passed.add(`${literal.start} ${literal.end}`),
    IfStatement: ({ test, alternate }) => {
      negate(test);
      if (alternate === null) add(test, 'false');
    },
    // A loop that never begins: one that never ends would be noticed, and take minutes.
    WhileStatement: ({ test }) => add(test, 'false'),
    ForStatement: ({ test, update }) => {
      if (test !== null) add(test, 'false');
      if (update !== null) passed.add(`${update.start} ${update.end}`);
    },
    ConditionalExpression: ({ test }) => negate(test),
    LogicalExpression: ({ left, right, operator, start, end }) => {
      if (operator === '??') add({ type: '', start, end }, `(${textOf(right)})`);
      else swap(left, right, operator);
    },
    BinaryExpression: (node) => {
      const { left, right, operator } = node;
      // A sum with a text in it is a text.
      const isText = operator === '+' && [left, right].some((side) => /^["'`]/.test(textOf(side)));
      if (!isText && !(isPassed(node) && operator.endsWith('=='))) swap(left, right, operator);
    },
    AssignmentExpression: ({ left, right, operator }) => swap(left, right, operator),
    UpdateExpression: (node) => {
      if (isPassed(node)) return;
      const at = node.prefix ? node.start : node.end - 2;
      add({ type: '', start: at, end: at + 2 }, otherOperators.get(node.operator) ?? node.operator);
    },
    UnaryExpression: (node) => {
      if (node.operator === '!' && !isPassed(node)) add(node, textOf(node.argument));
    },
    Literal: (node) => {
      if (isPassed(node)) return;
      if (typeof node.value === 'boolean') add(node, String(!node.value));
      // Whether something is told after 1,000 or 1,001 is no fault.
      if (typeof node.value === 'number') add(node, String(node.value < 10 ? node.value + 1 : node.value * 10));
    },
    CallExpression: ({ callee, end }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const to = otherMethods.get(callee.property.name);
      if (to) add(callee.property, to);
      // Without the call, what it would have been called on.
      else if (to === '') add({ type: '', start: callee.object.end, end }, '');
    },
    ExpressionStatement: ({ expression, start, end }) => {
      if (doers.has(expression.type)) remove({ type: '', start, end });
      if (expression.type === 'AwaitExpression') add(expression, `void ${textOf(expression.argument)}`);
    },
    ThrowStatement: remove,
    ContinueStatement: remove,
    BreakStatement: remove,
    ReturnStatement: (node) => {
      if (node.argument === null) remove(node);
    },
  }).visit(program);
  return [...faults.values()];
}
