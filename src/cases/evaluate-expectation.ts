import { Validator } from '@cfworker/json-schema';
import { RE2JS } from 're2js';
import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { readLenientJson } from '@/base/lenient-json';
import { roundWholeNumbers } from '@/base/rounded-json';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { isJudgedType, parseExpectationType } from '@/workflow/expectation-types';
import { parseExpectedTask } from '@/workflow/expected-task';
import { evaluateExpression } from '@/workflow/expressions/cel';
import type { Expectation } from '@/workflow/test-case-schema';
import { findExpectationProblem } from '@/workflow/validate/check-tests';
import { type EndedTask, type EvidenceStep, parseJsonContent, type RunEvidence } from './run-evidence';

/** What became of one expectation. */
export interface EvaluatedExpectation {
  readonly expectation: Expectation;
  readonly state: 'passed' | 'failed' | 'held' | 'error';
  /** 0 to 1; 0 unless it could be judged. */
  readonly score: number;
  /** One sentence. */
  readonly reason: string;
  /** What it looked at, shortened. */
  readonly saw: string;
}

/** What expressions of a case know besides the run. */
export interface CaseNames {
  /** The columns of its row; empty without one. */
  readonly row: JsonObject;
  readonly variables: JsonObject;
}

/** What evaluates expectations in JavaScript; undefined: none does, and they are held. */
type Sandbox = Pick<ScriptRunner, 'run'> | undefined;

/** A judgement without the expectation it is of. */
type Judgement = Omit<EvaluatedExpectation, 'expectation'>;

/** The most milliseconds that a pattern or a script of an expectation takes. */
const patternLimitMs = 100;
const scriptLimitMs = 5000;
/** The most characters that are kept of what was seen. */
const mostSeen = 300;

/** Judges one expectation by the evidence of a finished run. */
export async function evaluateExpectation(
  expectation: Expectation,
  evidence: RunEvidence,
  names: CaseNames,
  scripts?: Sandbox,
): Promise<EvaluatedExpectation> {
  const problem = findExpectationProblem(expectation);
  if (problem !== undefined) return { expectation, ...createError(problem) };
  if (isJudgedType(expectation.type)) {
    const reason = `“${expectation.type}” is judged by a model, which is not asked yet.`;
    return { expectation, state: 'held', score: 0, reason, saw: '' };
  }
  try {
    const judged = await evaluateWhere(expectation, evidence, names, scripts);
    return { expectation, ...(parseExpectationType(expectation.type).isNegated ? turnRound(judged) : judged) };
  } catch (error) {
    return { expectation, ...createError(error instanceof Error ? error.message : String(error)) };
  }
}

/** Only what was judged can be turned round: what is held or in error stays so. */
function turnRound(judged: Judgement): Judgement {
  if (judged.state === 'held' || judged.state === 'error') return judged;
  const isPassed = judged.state === 'failed';
  return {
    ...judged,
    state: isPassed ? 'passed' : 'failed',
    score: isPassed ? 1 : 0,
    reason: `Turned round: ${judged.reason}`,
  };
}

const createError = (reason: string): Judgement => ({ state: 'error', score: 0, reason, saw: '' });
const judge = (isPassed: boolean, reason: string, saw: string): Judgement => ({
  state: isPassed ? 'passed' : 'failed',
  score: isPassed ? 1 : 0,
  reason,
  saw: shorten(saw),
});

/** A text for a report, shortened. */
export function shorten(text: string, most: number = mostSeen): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** Judges the results that `task` names: one, or all, of which the first that fails counts. */
async function evaluateWhere(
  expectation: Expectation,
  evidence: RunEvidence,
  names: CaseNames,
  scripts: Sandbox,
): Promise<Judgement> {
  const { type, task } = expectation;
  const { plain } = parseExpectationType(type);
  const where = task === undefined ? undefined : parseExpectedTask(task);
  if (task !== undefined && where === undefined) return createError(`“${task}” is not a task of a run.`);
  const steps = selectSteps(evidence, where?.taskPath);
  if (plain === 'cost' || plain === 'latency' || plain === 'tokens') return evaluateBound(plain, expectation, evidence);
  if (plain === 'rounds') return evaluateRounds(expectation, evidence, where?.taskPath ?? '');
  if (plain.startsWith('trajectory:')) return evaluateTrajectory(plain, expectation.value ?? null, evidence, steps);
  const looked = findEnds(evidence, where);
  if (looked === undefined) {
    const reason = `“${task}” has not run, so there is no result to look at.`;
    return plain === 'status' ? judge(expectation.value === 'SKIPPED', reason, 'not run') : judge(false, reason, '');
  }
  let last: Judgement | undefined;
  for (const end of looked) {
    last = await evaluateContent(plain, expectation, end, evidence, names, scripts);
    if (last.state !== 'passed') return last;
  }
  return last ?? createError('There is nothing to look at.');
}

function selectSteps({ steps }: RunEvidence, taskPath: string | undefined): readonly EvidenceStep[] {
  if (taskPath === undefined) return steps;
  return steps.filter((step) => step.taskPath === taskPath || step.taskPath.startsWith(`${taskPath}/`));
}

/** Undefined: the task, or this iteration of it, did not run. */
function findEnds(
  { status, code, content, tasks }: RunEvidence,
  where: ReturnType<typeof parseExpectedTask>,
): readonly EndedTask[] | undefined {
  if (where === undefined) return [{ content, status, code }];
  const ends = tasks.get(where.taskPath) ?? [];
  if (ends.length === 0) return undefined;
  if (where.iteration === 'all') return ends;
  const end = where.iteration === undefined ? ends.at(-1) : ends[where.iteration - 1];
  return end && [end];
}

async function evaluateContent(
  plain: string,
  { value = null, threshold }: Expectation,
  { content, status, code }: EndedTask,
  evidence: RunEvidence,
  names: CaseNames,
  scripts: Sandbox,
): Promise<Judgement> {
  if (plain === 'status') {
    return judge(
      value === status || value === code,
      `Ended as ${status}${code === undefined ? '' : ` (${code})`}.`,
      status,
    );
  }
  // What a task gave before it failed is not its result.
  if (status !== 'COMPLETE' && status !== 'CONTINUATION') {
    return judge(false, `It ended as ${status}${code === undefined ? '' : ` (${code})`}, without a result.`, content);
  }
  const isLoose = plain.startsWith('i') && plain !== 'is-json';
  const fold = (text: string) => (isLoose ? text.toLowerCase() : text);
  const has = (part: Json) => fold(content).includes(fold(formatText(part)));
  switch (isLoose ? plain.slice(1) : plain) {
    case 'equals':
      return evaluateEquals(content, value);
    case 'contains':
      return judge(has(value), has(value) ? 'It is there.' : `“${shorten(formatText(value))}” is not there.`, content);
    case 'contains-all': {
      const missing = listTexts(value).filter((part) => !has(part));
      return judge(
        missing.length === 0,
        missing.length === 0 ? 'All are there.' : `Not there: ${missing.join(', ')}.`,
        content,
      );
    }
    case 'contains-any': {
      const isThere = listTexts(value).some(has);
      return judge(isThere, isThere ? 'One is there.' : `None is there: ${listTexts(value).join(', ')}.`, content);
    }
    case 'starts-with': {
      const isStart = fold(content).startsWith(fold(formatText(value)));
      return judge(
        isStart,
        isStart ? 'It starts so.' : `It does not start with “${shorten(formatText(value))}”.`,
        content,
      );
    }
    case 'regex':
      return evaluatePattern(content, formatText(value));
    case 'is-json':
    case 'contains-json':
      return evaluateJson(plain, content, value);
    case 'cel':
      return evaluateCel(formatText(value), content, status, threshold, evidence, names);
    case 'javascript':
      return evaluateJavaScript(formatText(value), content, status, threshold, evidence, names, scripts);
    case 'python':
      return { state: 'held', score: 0, reason: 'Python is not run here.', saw: shorten(content) };
    default:
      return createError(`“${plain}” is not known here.`);
  }
}

const formatText = (value: Json): string => (typeof value === 'string' ? value : encodeJson(value));
const listTexts = (value: Json): readonly string[] =>
  Array.isArray(value)
    ? value.map((part) => formatText(part as Json))
    : formatText(value)
        .split(',')
        .map((part) => part.trim());

function evaluateEquals(content: string, value: Json): Judgement {
  const isSame =
    (typeof value === 'string' && content.trim() === value.trim()) ||
    isSameJson(parseJsonContent(content.trim()), typeof value === 'string' ? parseJsonContent(value.trim()) : value);
  if (isSame) return judge(true, 'It is the same.', content);
  const differences = typeof value === 'string' ? [] : listDifferences(value, parseJsonContent(content.trim()), '');
  const [first] = differences;
  const reason = first ?? `Expected ${shorten(formatText(value), 80)}, got ${shorten(content, 80)}.`;
  return judge(false, reason, content);
}

/** Where two values differ, in words: `order_id A-20418, got A-20419`. */
function listDifferences(wanted: Json, got: Json, at: string): readonly string[] {
  if (isSameJson(wanted, got)) return [];
  if (!isJsonObject(wanted) || !isJsonObject(got)) {
    return at === '' ? [] : [`${at} ${shorten(formatText(wanted), 80)}, got ${shorten(formatText(got ?? null), 80)}.`];
  }
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(got)])];
  return keys.flatMap((key) => {
    const inner = at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(got, key)) return [`${inner} is missing.`];
    if (!Object.hasOwn(wanted, key)) return [`${inner} is not expected.`];
    return listDifferences(wanted[key] ?? null, got[key] ?? null, inner);
  });
}

/** The syntax is RE2's: its time grows with the text alone, so a limit on the text is one on the time. */
const mostMatched = 200_000;

function evaluatePattern(content: string, pattern: string): Judgement {
  if (content.length > mostMatched)
    return createError(`A pattern takes at most ${mostMatched} characters; this has ${content.length}.`);
  const started = performance.now();
  const isFound = RE2JS.compile(pattern).matcher(content).find();
  const took = performance.now() - started;
  if (took > patternLimitMs)
    return createError(`The pattern took ${Math.round(took)} ms; at most ${patternLimitMs} are allowed.`);
  return judge(isFound, isFound ? 'The pattern is found.' : 'The pattern is not found.', content);
}

function evaluateJson(plain: string, content: string, schema: Json): Judgement {
  const value = readJsonIn(content, plain === 'contains-json');
  if (value === undefined)
    return judge(false, plain === 'is-json' ? 'It is not JSON.' : 'There is no JSON in it.', content);
  const wanted = typeof schema === 'string' ? parseJsonContent(schema) : schema;
  if (wanted === null) return judge(true, 'It is JSON.', content);
  const { valid, errors } = new Validator(roundWholeNumbers(wanted as JsonObject), '2020-12', false).validate(
    roundWholeNumbers(value),
  );
  const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {};
  return judge(valid, valid ? 'It fits the schema.' : `${instanceLocation}: ${error}`, content);
}

function readJsonIn(content: string, isPart: boolean): Json | undefined {
  if (isPart) {
    const read = readLenientJson(content);
    return read.ok ? parseJsonContent(read.text) : undefined;
  }
  const value = parseJsonContent(content);
  return value === content ? undefined : value;
}

function buildNames(content: string, status: string, evidence: RunEvidence, { row, variables }: CaseNames): JsonObject {
  const tasks = [...evidence.tasks].map(([taskPath, ends]): [string, Json] => {
    const end = ends.at(-1);
    const text = end?.content ?? '';
    return [taskPath, { content: text, output: parseJsonContent(text), status: end?.status ?? 'SKIPPED' }];
  });
  return { output: parseJsonContent(content), content, status, tasks: Object.fromEntries(tasks), row, variables };
}

/** True passes; a number is a score, which must reach `threshold`. */
function judgeValue(value: Json, threshold: number | undefined, content: string): Judgement {
  if (typeof value === 'boolean') return judge(value, value ? 'It is true.' : 'It is false.', content);
  if (isJsonObject(value) && typeof value['pass'] === 'boolean') {
    const score = Number(value['score'] ?? (value['pass'] ? 1 : 0));
    const reason = typeof value['reason'] === 'string' ? value['reason'] : `Its score is ${score}.`;
    return { ...judge(value['pass'], reason, content), score: Math.min(1, Math.max(0, score)) };
  }
  if (typeof value !== 'number' && typeof value !== 'bigint')
    return createError('It gives neither true or false nor a score.');
  const score = Math.min(1, Math.max(0, Number(value)));
  if (Number.isNaN(score)) return createError('It gives no number.');
  const isPassed = threshold === undefined ? score > 0 : score >= threshold;
  return {
    ...judge(isPassed, `Its score is ${score}${threshold === undefined ? '' : `, ${threshold} needed`}.`, content),
    score,
  };
}

function evaluateCel(
  source: string,
  content: string,
  status: string,
  threshold: number | undefined,
  evidence: RunEvidence,
  names: CaseNames,
): Judgement {
  const found = evaluateExpression(source, buildNames(content, status, evidence, names));
  return found.ok ? judgeValue(found.value, threshold, content) : createError(found.error.message);
}

async function evaluateJavaScript(
  source: string,
  content: string,
  status: string,
  threshold: number | undefined,
  evidence: RunEvidence,
  names: CaseNames,
  scripts: Sandbox,
): Promise<Judgement> {
  if (scripts === undefined) {
    return { state: 'held', score: 0, reason: 'There is no sandbox for JavaScript here.', saw: shorten(content) };
  }
  const known = buildNames(content, status, evidence, names);
  const body = /\breturn\b|[;\n]/.test(source) ? source : `return (${source});`;
  const parameters = Object.keys(known).join(', ');
  const program = `const known = ${encodeJson(known)};
const judged = await (async ({ ${parameters} }) => {\n${body}\n})(known);
console.log(JSON.stringify(judged === undefined ? null : judged));`;
  let printed = '';
  let complaint = '';
  const decoder = new TextDecoder();
  const exit = await scripts.run(
    { language: 'javascript', content: program, stdin: '', env: {}, timeoutMs: scriptLimitMs, maxOutputBytes: 65_536 },
    async (stream, bytes) => {
      if (stream === 'stdout') printed += decoder.decode(bytes, { stream: true });
      else complaint += new TextDecoder().decode(bytes);
    },
    new AbortController().signal,
  );
  if (exit.timedOut === true) return createError(`The script took longer than ${scriptLimitMs} ms.`);
  if (exit.exitCode !== 0) return createError(`The script failed: ${shorten(complaint.trim() || exit.said)}`);
  return judgeValue(parseJsonContent(printed.trim().split('\n').at(-1) ?? ''), threshold, content);
}

function evaluateBound(plain: string, { threshold = 0 }: Expectation, evidence: RunEvidence): Judgement {
  const { costUsd, latencyMs, tokens } = evidence;
  if (plain === 'cost' && costUsd === null)
    return createError('The price of a model is not known, so the cost is not.');
  const used = plain === 'cost' ? (costUsd ?? 0) : plain === 'latency' ? latencyMs : tokens;
  const unit = plain === 'cost' ? ' USD' : plain === 'latency' ? ' ms' : ' tokens';
  const shown = plain === 'cost' ? Number(used.toPrecision(4)) : Math.round(used);
  return judge(used <= threshold, `${shown}${unit}, at most ${threshold} allowed.`, `${shown}${unit}`);
}

function readBounds(value: Json, least: number): readonly [min: number, max: number] {
  const { min = least, max = Number.POSITIVE_INFINITY } = isJsonObject(value) ? value : {};
  return [Number(min), Number(max)];
}

function judgeCount(count: number, value: Json, least: number, what: string): Judgement {
  const [min, max] = readBounds(value, least);
  const wanted = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
  return judge(count >= min && count <= max, `${count} ${what}, ${wanted} expected.`, String(count));
}

function evaluateRounds({ value = null }: Expectation, { rounds }: RunEvidence, taskPath: string): Judgement {
  return judgeCount(rounds.get(taskPath) ?? 0, value, 0, 'rounds');
}

function createNameTest(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => RE2JS.quote(part));
  const compiled = RE2JS.compile(`^${parts.join('.*')}$`);
  return (name) => compiled.matcher(name).matches();
}

function evaluateTrajectory(
  plain: string,
  value: Json,
  evidence: RunEvidence,
  steps: readonly EvidenceStep[],
): Judgement {
  const fields: JsonObject = isJsonObject(value) ? value : {};
  const tools = steps.filter(({ type }) => type === 'tool');
  const sequence = tools.map(({ name }) => name).join(', ') || 'no tool';
  const name = typeof value === 'string' ? value : String(fields['name'] ?? fields['tool'] ?? '');
  const named = tools.filter(({ name: one }) => createNameTest(name)(one));
  switch (plain) {
    case 'trajectory:tool-used':
      return { ...judgeCount(named.length, value, 1, `calls of ${name}`), saw: shorten(sequence) };
    case 'trajectory:step-count': {
      const { type } = fields;
      const counted = type === undefined ? steps : steps.filter((step) => step.type === type);
      return judgeCount(counted.length, value, 0, 'steps');
    }
    case 'trajectory:tool-args-match': {
      const isFitting = fields['mode'] === 'exact' ? isSameJson : isPartOf;
      const isMatched = named.some(({ args }) => isFitting(fields['args'], args));
      const saw = named.map(({ args }) => encodeJson(args)).join(' ');
      return judge(
        isMatched,
        isMatched ? 'A call has these arguments.' : `No call of ${name} has these arguments.`,
        saw,
      );
    }
    case 'trajectory:tool-sequence':
      return evaluateSequence(value, tools, sequence);
    case 'trajectory:tool-output': {
      const isGiven = named.some(({ output }) => isOutputFitting(fields, output));
      return judge(
        isGiven,
        isGiven ? 'A call gave that.' : `No call of ${name} gave that.`,
        named.map(({ output }) => output).join('\n'),
      );
    }
    case 'trajectory:step-status':
      return evaluateStepStatus(fields, evidence, named, name);
    default:
      return createError(`“${plain}” is not known here.`);
  }
}

/** Whether everything of one value is in another: fields of objects at any depth, other values as they are. */
function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (part === undefined || whole === undefined) return false;
  if (!isJsonObject(part) || !isJsonObject(whole)) return isSameJson(part, whole);
  return Object.entries(part).every(([key, member]) => Object.hasOwn(whole, key) && isPartOf(member, whole[key]));
}

function evaluateSequence(value: Json, tools: readonly EvidenceStep[], sequence: string): Judgement {
  const listed = Array.isArray(value) ? value : isJsonObject(value) ? value['steps'] : [];
  const wanted = (listed as readonly Json[]).map(formatText);
  const mode = isJsonObject(value) ? (value['mode'] ?? 'in_order') : 'in_order';
  const called = tools.map(({ name }) => name);
  const isThere = checkSequence(wanted, called, String(mode));
  return judge(
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
  if (contains !== undefined) return output.includes(formatText(contains));
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
): Judgement {
  if (typeof task === 'string') {
    const ends = findEnds(evidence, parseExpectedTask(task));
    const end = ends?.find((one) => one.status !== status && one.code !== status) ?? ends?.at(-1);
    const saw = end === undefined ? 'not run' : (end.code ?? end.status);
    const isSame = ends?.every((one) => one.status === status || one.code === status) === true;
    return judge(isSame, `${task} ended as ${saw}.`, saw);
  }
  const states = named.map(({ isError }) => (isError ? 'FAILED' : 'COMPLETE'));
  const isSame = states.length > 0 && states.every((state) => state === status);
  return judge(isSame, `${name} ended as ${states.join(', ') || 'not called'}.`, states.join(', '));
}
