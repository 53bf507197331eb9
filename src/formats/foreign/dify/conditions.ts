import type { Json } from '@/base/json';
import type { Expression } from '../foreign-graph';
import { getList, getMember, getText } from '../read-plain';
import { type FindValue, type FoundType, type FoundValue, writeCel, writeCelValue } from '../values';
import { typeByEnding, writeFileConditions } from './file-properties';
import { classifyText, readSelector } from './read-expressions';

/** A condition as CEL, and what of it could not be said. */
export interface WrittenConditions {
  readonly cel: string;
  readonly problems: readonly string[];
}

/**
 * Conditions of a case as CEL. What each operator means: https://docs.dify.ai/en/guides/workflow/node/ifelse, and
 * `ConditionProcessor` in the source of Dify. A condition on something that finds nothing never holds.
 */
export function writeConditions(conditions: readonly Json[], operator: string, find: FindValue): WrittenConditions {
  const problems: string[] = [];
  const written = conditions.map((condition) => {
    const { cel, problem } = writeCondition(condition, find);
    if (problem !== undefined) problems.push(problem);
    return cel;
  });
  const isOr = operator === 'or';
  const tests = written.length > 1 ? written.map((cel) => (/&&|\|\||\?/.test(cel) ? `(${cel})` : cel)) : written;
  return { cel: tests.join(isOr ? ' || ' : ' && ') || (isOr ? 'false' : 'true'), problems };
}

interface WrittenCondition {
  readonly cel: string;
  readonly problem?: string;
}

function writeCondition(condition: Json, find: FindValue): WrittenCondition {
  const selector = readSelector(getMember(condition, 'variable_selector'));
  const found = selector && find(selector);
  const operator = getText(condition, 'comparison_operator');
  if (selector === undefined || found === undefined || found.is === 'secret') {
    const name = selector === undefined ? 'nothing' : [selector.node, ...selector.path].join('.');
    return { cel: 'false', problem: `${name} is not known here, so the comparison with it never holds.` };
  }
  const value = found.is === 'value' ? found : asValue(found);
  const group = getMember(condition, 'sub_variable_condition');
  if (group != null && getList(group, 'conditions').length > 0) {
    const written = writeFileConditions(value.cel, operator, group);
    return written === undefined
      ? { cel: 'false', problem: 'What is compared is a property of files that an expression here does not see.' }
      : { cel: guard(value, written), problem: typeByEnding };
  }
  const write = operators[operator];
  if (write === undefined) return { cel: 'false', problem: `“${operator.slice(0, 40)}” is not a known operator.` };
  const type = typeOf(value.type, getText(condition, 'varType'));
  return { cel: write({ ...value, type }, writeExpected(getMember(condition, 'value') ?? null, type, find)) };
}

type Value = Extract<FoundValue, { is: 'value' }>;

const asValue = ({ value, cel = writeCelValue(value) }: Extract<FoundValue, { is: 'constant' }>): Value => ({
  is: 'value',
  path: '',
  cel,
  type: typeof value === 'number' ? 'number' : typeof value === 'string' ? 'text' : 'any',
});

function typeOf(known: FoundType, told: string): FoundType {
  if (known !== 'any') return known;
  if (told === 'string' || told === 'secret') return 'text';
  if (told === 'number' || told === 'integer') return 'number';
  if (told === 'boolean') return 'boolean';
  return told.startsWith('array') ? 'list' : told === 'object' || told === 'file' ? 'object' : 'any';
}

/** What a value is compared with: a text that names values is filled in first. */
function writeExpected(value: Json, type: FoundType, find: FindValue): string {
  const expression: Expression = typeof value === 'string' ? classifyText(value) : { is: 'literal', value };
  if (expression.is !== 'literal') {
    const cel = writeCel(expression, find);
    return type === 'number' && expression.is !== 'reference' ? `double(${cel})` : cel;
  }
  if (typeof value === 'string' && type === 'boolean') return /^(true|1)$/i.test(value.trim()) ? 'true' : 'false';
  if (typeof value === 'number' && type === 'boolean') return value === 0 ? 'false' : 'true';
  return writeCelValue(value);
}

/** A number that was written as a text. */
const asNumber = (expected: string): string => {
  const text = /^"(.*)"$/.exec(expected)?.[1];
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? text.trim() : expected;
};

const guard = ({ cel, isNullable }: Value, test: string): string =>
  isNullable === true ? `${cel} != null && ${test}` : test;

type Write = (value: Value, expected: string) => string;

const contains: Write = ({ cel, type }, expected) =>
  type === 'list' ? `${expected} in ${cel}` : `${cel}.contains(${expected})`;

const compare =
  (operator: string): Write =>
  (value, expected) =>
    guard(value, `${value.cel} ${operator} ${value.type === 'text' ? expected : asNumber(expected)}`);

/** The list of an “in”. Older files have a text with commas. */
const members = (expected: string): string => {
  const text = /^"(.*)"$/s.exec(expected)?.[1];
  return text === undefined ? expected : writeCelValue(text.split(',').map((one) => one.trim()));
};

const empty: Write = ({ cel, type, isNullable }) => {
  if (type === 'text' && isNullable !== true) return `${cel} == ""`;
  if (type === 'list' && isNullable !== true) return `size(${cel}) == 0`;
  return `${cel} in [null, "", 0, false, [], {}]`;
};

const operators: Readonly<Record<string, Write>> = {
  contains: (value, expected) => guard(value, contains(value, expected)),
  'not contains': (value, expected) =>
    value.isNullable === true
      ? `${value.cel} == null || !(${contains(value, expected)})`
      : `!(${contains(value, expected)})`,
  'start with': (value, expected) => guard(value, `${value.cel}.startsWith(${expected})`),
  'end with': (value, expected) => guard(value, `${value.cel}.endsWith(${expected})`),
  is: (value, expected) => `${value.cel} == ${value.type === 'number' ? asNumber(expected) : expected}`,
  'is not': (value, expected) =>
    guard(value, `${value.cel} != ${value.type === 'number' ? asNumber(expected) : expected}`),
  empty,
  'not empty': (value, expected) => {
    if (value.type === 'text' && value.isNullable !== true) return `${value.cel} != ""`;
    if (value.type === 'list' && value.isNullable !== true) return `size(${value.cel}) > 0`;
    return `!(${empty(value, expected)})`;
  },
  '=': compare('=='),
  '≠': compare('!='),
  '>': compare('>'),
  '<': compare('<'),
  '≥': compare('>='),
  '≤': compare('<='),
  null: ({ cel }) => `${cel} == null`,
  'not null': ({ cel }) => `${cel} != null`,
  exists: ({ cel }) => `${cel} != null`,
  'not exists': ({ cel }) => `${cel} == null`,
  in: ({ cel }, expected) => `${cel} in ${members(expected)}`,
  'not in': ({ cel }, expected) => `!(${cel} in ${members(expected)})`,
  'all of': (value, expected) => guard(value, `sets.contains(${value.cel}, ${members(expected)})`),
};
