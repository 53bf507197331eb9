import { findClosest } from '@/base/did-you-mean';
import { getOwn } from '@/base/get-own';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { expectationTypes, isJudgedType, parseExpectationType } from '@/workflow/expectation-types';
import type { Expectation } from '@/workflow/test-case-schema';
import { findExpectationProblem } from '@/workflow/validate/check-tests';
import type { MapNode, SyntaxNode } from '../reading/syntax-node';
import { fillTemplates } from './fill-templates';
import type { PromptfooSource } from './promptfoo-source';

/**
 * The expectations for assertions of promptfoo (promptfoo.dev/docs/configuration/expected-outputs). `values`: what
 * their templates name; undefined: columns of a row, which only some can be compared with. Without a source there is
 * nothing to convert. `isAgain`: their problems were told already.
 */
export function convertAssertions(
  items: readonly (SyntaxNode | null)[],
  values: JsonObject | undefined,
  source: PromptfooSource | undefined,
  isAgain = false,
): JsonObject[] {
  if (source === undefined) return [];
  const told = isAgain ? { ...source, tell: () => {} } : source;
  return items.flatMap((item) => (item === null ? [] : convertAssertion(item, values, told)));
}

function convertAssertion(node: SyntaxNode, values: JsonObject | undefined, source: PromptfooSource): JsonObject[] {
  // A bare sentence is what a judge is asked.
  if (node.kind === 'scalar') return finish(node, { type: 'llm-rubric', value: node.text }, values, source);
  if (node.kind !== 'map') return tell(source, node, 'This is not an assertion.');
  const ref = findField(node, '$ref');
  if (ref?.kind === 'scalar') {
    const name = /^#\/assertionTemplates\/(.+)$/.exec(ref.text)?.[1];
    const template = source.templates.find(({ key }) => key === name)?.value;
    if (template?.kind !== 'map' || findField(template, '$ref')) return tell(source, node, `There is no ${ref.text}.`);
    return convertAssertion(template, values, source);
  }
  const named = findField(node, 'type');
  const type = named?.kind === 'scalar' ? named.text : '';
  if (type === 'assert-set') {
    if (findField(node, 'threshold'))
      return tell(source, node, '“assert-set” with a threshold has no counterpart here; it is left out.');
    const list = findField(node, 'assert');
    return convertAssertions(list?.kind === 'list' ? list.items : [], values, source);
  }
  const { plain, isNegated } = parseExpectationType(type);
  const askJudge = getOwn(rubrics, plain);
  const known = findType(`${isNegated ? 'not-' : ''}${askJudge ? 'llm-rubric' : (getOwn(otherNames, plain) ?? plain)}`);
  if (known === undefined) {
    const guess = findClosest(type, expectationTypes);
    const advice = guess === undefined ? '' : ` Did you mean ${guess}?`;
    return tell(source, node, `“${type}” is not checked here; it is left out.${advice}`);
  }
  const fields: Record<string, Json> = { type: known };
  // `negate` and `prompt` are spellings of other programs that keep to promptfoo's shapes.
  let isTurned = false;
  for (const { key, keySpan, value } of node.entries) {
    // What is similar has a threshold and a model for embeddings, which say nothing to a judge.
    if (key === 'type' || (askJudge && (key === 'threshold' || key === 'provider'))) continue;
    if (key === 'value') fields['value'] = convertValue(known, source.toJson(value));
    else if (key === 'threshold' || key === 'weight') {
      const number = source.toJson(value);
      if (typeof number === 'number' && number >= 0) fields[key] = number;
      else source.tell(keySpan, `“${key}” is a number from 0.`);
    } else if (key === 'metric') fields['metric'] = String(source.toJson(value));
    else if (key === 'provider') {
      const model = source.findModel(value);
      if (model === undefined)
        source.tell(keySpan, 'This judge is not a model that could be asked here. Name one in “judge”.');
      else if (isJudgedType(known)) fields['judge'] = { model };
    } else if (key === 'negate' && typeof source.toJson(value) === 'boolean') {
      isTurned = source.toJson(value) === true;
    } else if (key === 'prompt' && isJudgedType(known) && value?.kind === 'scalar') {
      fields['value'] ??= value.text;
    } else {
      // What it changes is not known, so the check would be another one.
      return tell(source, node, `“${key}” of “${type}” has no counterpart here; the assertion is left out.`);
    }
  }
  if (askJudge) {
    source.tell(node.span, `“${type}” is asked of a judge here.`);
    fields['value'] = askJudge(String(fields['value'] ?? ''));
  }
  if (plain === 'word-count') {
    const test = writeWordCount(fields['value']);
    if (test === undefined) return tell(source, node, '“word-count” is a number, or has min or max.');
    fields['value'] = test;
  }
  if (isTurned) {
    const turned = findType(parseExpectationType(known).isNegated ? known.slice(4) : `not-${known}`);
    if (turned === undefined) return tell(source, node, `“${type}” cannot be turned round; it is left out.`);
    fields['type'] = turned;
  }
  return finish(node, fields, values, source);
}

/** The assertion with its templates filled in, if it can be checked then. */
function finish(
  node: SyntaxNode,
  fields: JsonObject,
  values: JsonObject | undefined,
  source: PromptfooSource,
): JsonObject[] {
  const { value = null } = fields;
  if (typeof value === 'string' && /^file:\/\//.test(value)) {
    return tell(source, node, `${value} is a file beside the tests, which is not read; put its content into “value”.`);
  }
  if (values === undefined) return compareWithRow(node, fields, source);
  const filled = fillTemplates(value, values);
  if (filled.missing !== undefined)
    return tell(source, node, `${filled.missing} is not a value of this test; it is left out.`);
  const made = { ...fields, ...('value' in fields ? { value: filled.value } : {}) };
  const problem = findExpectationProblem(made as unknown as Expectation);
  if (problem !== undefined) return tell(source, node, `${problem} It is left out.`);
  if (typeof made.value === 'string' && fields['type'] === 'javascript' && /\bcontext\b/.test(made.value))
    source.tell(node.span, '“context” is not known here: write “row” or “variables”.');
  return [made];
}

/** With rows, a value is compared by an expression, which knows the column. */
function compareWithRow(node: SyntaxNode, fields: JsonObject, source: PromptfooSource): JsonObject[] {
  const { type, value, ...more } = fields;
  const column = typeof value === 'string' ? /^\{\{\s*([A-Za-z_]\w*)\s*\}\}$/.exec(value)?.[1] : undefined;
  const { plain, isNegated } = parseExpectationType(String(type));
  const tests: Readonly<Record<string, string>> = {
    equals: `content.trim() == row.${column}.trim()`,
    contains: `content.contains(row.${column})`,
    icontains: `content.lowerAscii().contains(row.${column}.lowerAscii())`,
    'starts-with': `content.startsWith(row.${column})`,
  };
  const test = column === undefined ? undefined : tests[plain];
  if (test === undefined)
    return tell(source, node, `“${String(type)}” cannot read a column here; write it as “cel” with row.NAME.`);
  return [{ type: 'cel', value: isNegated ? `!(${test})` : test, ...more }];
}

/** Other names of types, and those that are code. */
const otherNames: Readonly<Record<string, string>> = {
  'model-graded-factuality': 'factuality',
  'word-count': 'javascript',
};

/** What a judge is asked for types that need other models: promptfoo.dev/docs/configuration/expected-outputs. */
const rubrics: Readonly<Record<string, (value: string) => string>> = {
  similar: (value) => `It means the same as this: ${value}`,
  'is-refusal': () => 'It refuses to do what it was asked to do.',
};

/** A number of words, or bounds for it, as JavaScript. */
function writeWordCount(value: Json | undefined): string | undefined {
  const bounds = isJsonObject(value) ? value : { min: value ?? null, max: value ?? null };
  const tests = (['min', 'max'] as const).flatMap((name) => {
    const bound = bounds[name] ?? null;
    return typeof bound === 'number'
      ? [`output.split(/\\s+/).filter(Boolean).length ${name === 'min' ? '>=' : '<='} ${bound}`]
      : [];
  });
  return tests.length === 0 ? undefined : tests.join(' && ');
}

function findType(type: string): string | undefined {
  return expectationTypes.find((one) => one === type && one !== 'select-best');
}

/** Lists may be written with commas, and a schema as JSON in a text. */
function convertValue(type: string, value: Json): Json {
  const { plain } = parseExpectationType(type);
  if (/contains-a(ll|ny)$/.test(plain) && typeof value === 'string') return value.split(',').map((one) => one.trim());
  return typeof value === 'number' && /^i?(contains|starts-with)$/.test(plain) ? String(value) : value;
}

const findField = ({ entries }: MapNode, key: string): SyntaxNode | null | undefined =>
  entries.find((entry) => entry.key === key)?.value;

function tell(source: PromptfooSource, { span }: SyntaxNode, message: string): [] {
  source.tell(span, message);
  return [];
}
