import { RE2JS } from 're2js';
import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { parseExpectedTask } from '@/workflow/expected-task';
import { evaluateExpression } from '@/workflow/expressions/cel';
import { evaluateEquals } from './evaluate-content';
import { createItemError, decideCount, decideItem, type EvaluatedItem, formatWanted, shorten } from './evaluated-item';
import { type EvidenceStep, findEnds, parseJsonContent, type RunEvidence } from './run-evidence';

function createNameTest(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => RE2JS.quote(part));
  const compiled = RE2JS.compile(`^${parts.join('.*')}$`);
  return (name) => compiled.matcher(name).matches();
}

/** Judges what a run called, and how that ended. */
export function evaluateTrajectory(
  plain: string,
  value: Json,
  evidence: RunEvidence,
  steps: readonly EvidenceStep[],
): EvaluatedItem {
  const fields: JsonObject = isJsonObject(value) ? value : {};
  const tools = steps.filter(({ type }) => type === 'tool');
  const sequence = tools.map(({ name }) => name).join(', ') || 'no tool';
  const name = typeof value === 'string' ? value : String(fields['name'] ?? fields['tool'] ?? '');
  const named = tools.filter(({ name: one }) => createNameTest(name)(one));
  switch (plain) {
    case 'trajectory:tool-used':
      return { ...decideCount(named.length, value, 1, `calls of ${name}`), saw: shorten(sequence) };
    case 'trajectory:step-count': {
      const { type } = fields;
      const counted = type === undefined ? steps : steps.filter((step) => step.type === type);
      return decideCount(counted.length, value, 0, 'steps');
    }
    case 'trajectory:tool-args-match': {
      const isFitting = fields['mode'] === 'exact' ? isSameJson : isPartOf;
      const isMatched = named.some(({ args }) => isFitting(fields['args'], args));
      const saw = named.map(({ args }) => encodeJson(args)).join(' ');
      return decideItem(
        isMatched,
        isMatched ? 'A call has these arguments.' : `No call of ${name} has these arguments.`,
        saw,
      );
    }
    case 'trajectory:tool-sequence':
      return evaluateSequence(value, tools, sequence);
    case 'trajectory:tool-output': {
      const isGiven = named.some(({ output }) => isOutputFitting(fields, output));
      return decideItem(
        isGiven,
        isGiven ? 'A call gave that.' : `No call of ${name} gave that.`,
        named.map(({ output }) => output).join('\n'),
      );
    }
    case 'trajectory:step-status':
      return evaluateStepStatus(fields, evidence, named, name);
    default:
      return createItemError(`“${plain}” is not known here.`);
  }
}

/** Whether everything of one value is in another: fields of objects at any depth, other values as they are. */
function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (part === undefined || whole === undefined) return false;
  if (!isJsonObject(part) || !isJsonObject(whole)) return isSameJson(part, whole);
  return Object.entries(part).every(([key, member]) => Object.hasOwn(whole, key) && isPartOf(member, whole[key]));
}

function evaluateSequence(value: Json, tools: readonly EvidenceStep[], sequence: string): EvaluatedItem {
  const listed = Array.isArray(value) ? value : isJsonObject(value) ? value['steps'] : [];
  const wanted = (listed as readonly Json[]).map(formatWanted);
  const mode = isJsonObject(value) ? (value['mode'] ?? 'in_order') : 'in_order';
  const called = tools.map(({ name }) => name);
  const isThere = checkSequence(wanted, called, String(mode));
  return decideItem(
    isThere,
    isThere ? 'They were called so.' : `Expected ${wanted.join(', ')}; called ${sequence}.`,
    sequence,
  );
}

function checkSequence(wanted: readonly string[], called: readonly string[], mode: string): boolean {
  const tests = wanted.map(createNameTest);
  if (mode === 'exact')
    return called.length === wanted.length && tests.every((test, index) => test(called[index] ?? ''));
  if (mode === 'any_order') {
    const left = [...called];
    return tests.every((test) => {
      const at = left.findIndex(test);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  let next = 0;
  for (const name of called) if (next < tests.length && tests[next]?.(name)) next += 1;
  return next === tests.length;
}

function isOutputFitting({ contains, equals, cel }: JsonObject, output: string): boolean {
  if (contains !== undefined) return output.includes(formatWanted(contains));
  if (equals !== undefined) return evaluateEquals(output, equals).state === 'passed';
  if (typeof cel !== 'string') return false;
  const found = evaluateExpression(cel, { output: parseJsonContent(output), content: output });
  if (!found.ok) throw new Error(found.error.message);
  return found.value === true;
}

function evaluateStepStatus(
  { task, status }: JsonObject,
  evidence: RunEvidence,
  named: readonly EvidenceStep[],
  name: string,
): EvaluatedItem {
  if (typeof task === 'string') {
    const ends = findEnds(evidence, parseExpectedTask(task));
    const end = ends?.find((one) => one.status !== status && one.code !== status) ?? ends?.at(-1);
    const saw = end === undefined ? 'not run' : (end.code ?? end.status);
    const isSame = ends?.every((one) => one.status === status || one.code === status) === true;
    return decideItem(isSame, `${task} ended as ${saw}.`, saw);
  }
  const states = named.map(({ isError }) => (isError ? 'FAILED' : 'COMPLETE'));
  const isSame = states.length > 0 && states.every((state) => state === status);
  return decideItem(isSame, `${name} ended as ${states.join(', ') || 'not called'}.`, states.join(', '));
}
