import { Validator } from '@cfworker/json-schema';
import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import { readLenientJson } from '@/base/lenient-json';
import { roundWholeNumbers } from '@/base/rounded-json';
import { matchBounded } from '@/workflow/expressions/bounded-match';
import type { Expectation } from '@/workflow/test-case-schema';
import { type CodeSandbox, evaluateCode } from './evaluate-code';
import {
  type CaseNames,
  createHeldItem,
  createItemError,
  decideItem,
  type EvaluatedItem,
  formatWanted,
  shorten,
} from './evaluated-item';
import { type EndedTask, parseJsonContent, type RunEvidence } from './run-evidence';

/** Judges what a task, or the run, gave. */
export async function evaluateContent(
  plain: string,
  { value = null, threshold }: Expectation,
  { content, status, code }: EndedTask,
  evidence: RunEvidence,
  names: CaseNames,
  scripts: CodeSandbox,
): Promise<EvaluatedItem> {
  if (plain === 'status') {
    return decideItem(
      value === status || value === code,
      `Ended as ${status}${code === undefined ? '' : ` (${code})`}.`,
      status,
    );
  }
  // What a task gave before it failed is not its result.
  if (status !== 'COMPLETE' && status !== 'CONTINUATION') {
    return decideItem(
      false,
      `It ended as ${status}${code === undefined ? '' : ` (${code})`}, without a result.`,
      content,
    );
  }
  const isLoose = plain.startsWith('i') && plain !== 'is-json';
  const fold = (text: string) => (isLoose ? text.toLowerCase() : text);
  const has = (part: Json) => fold(content).includes(fold(formatWanted(part)));
  switch (isLoose ? plain.slice(1) : plain) {
    case 'equals':
      return evaluateEquals(content, value);
    case 'contains':
      return decideItem(
        has(value),
        has(value) ? 'It is there.' : `“${shorten(formatWanted(value))}” is not there.`,
        content,
      );
    case 'contains-all': {
      const missing = listTexts(value).filter((part) => !has(part));
      return decideItem(
        missing.length === 0,
        missing.length === 0 ? 'All are there.' : `Not there: ${missing.join(', ')}.`,
        content,
      );
    }
    case 'contains-any': {
      const isThere = listTexts(value).some(has);
      return decideItem(isThere, isThere ? 'One is there.' : `None is there: ${listTexts(value).join(', ')}.`, content);
    }
    case 'starts-with': {
      const isStart = fold(content).startsWith(fold(formatWanted(value)));
      return decideItem(
        isStart,
        isStart ? 'It starts so.' : `It does not start with “${shorten(formatWanted(value))}”.`,
        content,
      );
    }
    case 'regex':
      return evaluatePattern(content, formatWanted(value));
    case 'is-json':
    case 'contains-json':
      return evaluateJson(plain, content, value);
    case 'cel':
    case 'javascript':
      return evaluateCode(
        plain as 'cel' | 'javascript',
        formatWanted(value),
        { content, status, threshold },
        evidence,
        names,
        scripts,
      );
    case 'python':
      return createHeldItem('Python is not run here.', content);
    default:
      return createItemError(`“${plain}” is not known here.`);
  }
}

const listTexts = (value: Json): readonly string[] =>
  Array.isArray(value)
    ? value.map((part) => formatWanted(part as Json))
    : formatWanted(value)
        .split(',')
        .map((part) => part.trim());

/** Judges whether a content is a text or a value. */
export function evaluateEquals(content: string, value: Json): EvaluatedItem {
  const isSame =
    (typeof value === 'string' && content.trim() === value.trim()) ||
    isSameJson(parseJsonContent(content.trim()), typeof value === 'string' ? parseJsonContent(value.trim()) : value);
  if (isSame) return decideItem(true, 'It is the same.', content);
  const differences = typeof value === 'string' ? [] : listDifferences(value, parseJsonContent(content.trim()), '');
  const [first] = differences;
  const reason = first ?? `Expected ${shorten(formatWanted(value), 80)}, got ${shorten(content, 80)}.`;
  return decideItem(false, reason, content);
}

/** Where two values differ, in words: `order_id A-20418, got A-20419`. */
function listDifferences(wanted: Json, got: Json, at: string): readonly string[] {
  if (isSameJson(wanted, got)) return [];
  if (!isJsonObject(wanted) || !isJsonObject(got)) {
    return at === ''
      ? []
      : [`${at} ${shorten(formatWanted(wanted), 80)}, got ${shorten(formatWanted(got ?? null), 80)}.`];
  }
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(got)])];
  return keys.flatMap((key) => {
    const inner = at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(got, key)) return [`${inner} is missing.`];
    if (!Object.hasOwn(wanted, key)) return [`${inner} is not expected.`];
    return listDifferences(wanted[key] ?? null, got[key] ?? null, inner);
  });
}

/** About what a pattern can do in 100 ms at worst: the instructions of its program for each character. */
const mostPatternSteps = 3_000_000;

function evaluatePattern(content: string, pattern: string): EvaluatedItem {
  const isFound = matchBounded(content, pattern, mostPatternSteps);
  return decideItem(isFound, isFound ? 'The pattern is found.' : 'The pattern is not found.', content);
}

function evaluateJson(plain: string, content: string, schema: Json): EvaluatedItem {
  const value = readJsonIn(content, plain === 'contains-json');
  if (value === undefined)
    return decideItem(false, plain === 'is-json' ? 'It is not JSON.' : 'There is no JSON in it.', content);
  const wanted = typeof schema === 'string' ? parseJsonContent(schema) : schema;
  if (wanted === null) return decideItem(true, 'It is JSON.', content);
  const { valid, errors } = new Validator(roundWholeNumbers(wanted as JsonObject), '2020-12', false).validate(
    roundWholeNumbers(value),
  );
  const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {};
  return decideItem(valid, valid ? 'It fits the schema.' : `${instanceLocation}: ${error}`, content);
}

function readJsonIn(content: string, isPart: boolean): Json | undefined {
  if (isPart) {
    const read = readLenientJson(content);
    return read.ok ? parseJsonContent(read.text) : undefined;
  }
  const value = parseJsonContent(content);
  return value === content ? undefined : value;
}
