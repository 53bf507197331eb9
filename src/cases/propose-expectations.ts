import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { TaskPath } from '@/workflow/task-path';
import type { Expectation } from '@/workflow/test-case-schema';
import { evaluateExpectation } from './evaluate-expectation';
import { findCarried } from './find-carried';
import { inferCommonSchema } from './infer-schema';
import { type EvidenceStep, parseJsonContent, type RunEvidence } from './run-evidence';

/** What a proposal is about. */
export const proposalKinds = ['status', 'result', 'schema', 'contains', 'tools', 'rounds', 'bounds', 'judge'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** An expectation that a run suggests. */
export interface Proposal {
  readonly kind: ProposalKind;
  readonly expectation: Expectation;
  /** What of the run, or of several, suggests it. */
  readonly saw: string;
  /** Whether it holds for the run; `unknown`: only a model could tell. */
  readonly state: 'holds' | 'fails' | 'unknown';
  /** Whether it is taken unless a person says otherwise: it is exact, and it holds. */
  readonly isTicked: boolean;
}

/** A run that ended, as far as a test of it is made from it. */
export interface EndedRun {
  readonly plan: Plan;
  readonly evidence: RunEvidence;
  /** What it was given. */
  readonly inputs: JsonObject;
}

/** A proposal that is not checked yet. `isExact`: it says what is always so, not what varies from run to run. */
type Suggestion = Pick<Proposal, 'kind' | 'expectation' | 'saw'> & { readonly isExact: boolean };

/** The most proposals of one kind, so that a person can read them. */
const mostOfKind = 8;

/** How much more than the run a bound allows. */
const slack = 1.5;

/** Larger results are not expected word by word. */
const mostResult = 200;

/**
 * What a test of a run could expect, in the order in which it is shown. `earlier`: other runs of the workflow, which
 * tell what varies. Each is judged as `heddle test` judges it.
 */
export async function proposeExpectations(
  run: EndedRun,
  earlier: readonly RunEvidence[] = [],
): Promise<readonly Proposal[]> {
  const { evidence } = run;
  const suggestions = [
    ...suggestStatus(evidence),
    ...suggestResults(run, earlier),
    ...suggestContents(run),
    ...suggestTools(run),
    ...suggestRounds(run, earlier),
    ...suggestBounds(evidence, earlier),
  ];
  const isWhole = evidence.status === 'COMPLETE';
  const proposals: Proposal[] = [];
  for (const { isExact, ...suggestion } of suggestions) {
    const { state } = await evaluateExpectation(suggestion.expectation, evidence, {
      row: {},
      variables: run.plan.variables,
    });
    const isHolding = state === 'passed';
    // What a run took that broke off says little of one that does not.
    const isOfWhole = isWhole || suggestion.kind === 'result' || suggestion.kind === 'schema';
    const isTicked = isHolding && isExact && isOfWhole;
    proposals.push({ ...suggestion, state: isHolding ? 'holds' : 'fails', isTicked });
  }
  const rubric: Expectation = { type: 'llm-rubric', value: '', threshold: 0.8 };
  return [
    ...proposals,
    { kind: 'judge', expectation: rubric, saw: 'not asked yet', state: 'unknown', isTicked: false },
  ];
}

function suggestStatus({ status, code }: RunEvidence): readonly Suggestion[] {
  if (status === 'COMPLETE') return [];
  const ended = code ?? status;
  return [
    {
      kind: 'status',
      expectation: { type: 'status', value: 'COMPLETE' },
      saw: `it ended as ${ended}`,
      isExact: true,
    },
    // That it fails is seldom what is wanted.
    { kind: 'status', expectation: { type: 'status', value: ended }, saw: 'how it ended', isExact: false },
  ];
}

/** Tasks whose results say something of the workflow: not those of a tool or a person, nor lists of other results. */
const withOwnResult: ReadonlySet<string> = new Set<PlannedTask['type']>([
  ...(['atomic', 'script', 'sequential', 'reduce', 'cond', 'director_evaluator', 'pipeline', 'call'] as const),
]);

function suggestResults({ plan, evidence }: EndedRun, earlier: readonly RunEvidence[]): readonly Suggestion[] {
  const results: Suggestion[] = [];
  const schemas: Suggestion[] = [];
  for (const [task, { type, outputSchema, pinned }] of listTasks(plan)) {
    const content = findContent(evidence, task);
    if (content === undefined || pinned !== undefined || !withOwnResult.has(type)) continue;
    const value = parseJsonContent(content.trim());
    if (!task.includes('/') && isShort(value)) {
      results.push({ kind: 'result', expectation: { type: 'equals', task, value }, saw: 'its result', isExact: true });
    }
    const others = earlier.flatMap((one) => findContent(one, task) ?? []).map((one) => parseJsonContent(one.trim()));
    const inferred = outputSchema === undefined ? inferCommonSchema([value, ...others]) : undefined;
    const schema = outputSchema ?? inferred;
    if (schema === undefined) continue;
    const saw = outputSchema === undefined ? `${others.length + 1} of ${others.length + 1} runs` : 'its own schema';
    schemas.push({
      ...{ kind: 'schema', saw, isExact: true },
      expectation: { type: 'is-json', task, value: schema },
    });
  }
  return [...results.slice(0, mostOfKind), ...schemas.slice(0, mostOfKind)];
}

/** The tasks of a plan that a test can name. */
function listTasks(plan: Plan): readonly (readonly [TaskPath, PlannedTask])[] {
  return [...walkPlannedTasks(plan)].filter(([path]) => !/(^|\/)(call|input):/.test(path));
}

function findContent({ tasks }: RunEvidence, task: TaskPath): string | undefined {
  const end = tasks.get(task)?.at(-1);
  return end?.status === 'COMPLETE' ? end.content : undefined;
}

/** Whether a result is one word, or a few named ones: a decision, not a text that is worded anew each time. */
function isShort(value: Json): boolean {
  const isWord = (one: Json | undefined) => typeof one !== 'object' && !/\s.*\s/s.test(String(one).trim());
  if (isJsonObject(value)) {
    const members = Object.values(value);
    return (
      members.length > 0 &&
      encodeJson(value).length <= mostResult &&
      members.every((one) => one === null || isWord(one))
    );
  }
  return typeof value === 'object' ? false : String(value) !== '' && /^\S{1,60}$/.test(String(value));
}

function suggestContents({ inputs, evidence }: EndedRun): readonly Suggestion[] {
  const [first, ...more] = findCarried(inputs, evidence.content).slice(0, mostOfKind);
  if (first === undefined) return [];
  const expectation: Expectation =
    more.length === 0 ? { type: 'contains', value: first } : { type: 'contains-all', value: [first, ...more] };
  return [{ kind: 'contains', expectation, saw: 'in the inputs and in the result', isExact: true }];
}

function suggestTools({ plan, evidence }: EndedRun): readonly Suggestion[] {
  const calls = evidence.steps.filter(({ type }) => type === 'tool');
  if (calls.length === 0) return [];
  const isOrdered = hasFixedOrder(plan, calls);
  const sequence: Suggestion = {
    kind: 'tools',
    expectation: {
      type: 'trajectory:tool-sequence',
      value: { steps: calls.map(({ name }) => name), mode: isOrdered ? 'in_order' : 'any_order' },
    },
    saw: isOrdered ? 'in this order' : 'some run at once',
    isExact: true,
  };
  const named = new Map(calls.map((call) => [`${call.name} ${encodeJson(call.args)}`, call]));
  const matches = [...named.values()].flatMap(({ name, args }): readonly Suggestion[] => {
    if (!isJsonObject(args) || Object.keys(args).length === 0 || encodeJson(args).length > mostResult) return [];
    const count = calls.filter((one) => one.name === name).length;
    const value = { name, args, mode: 'partial' };
    return [
      {
        ...{ kind: 'tools', saw: count === 1 ? '1 call' : `one of ${count} calls`, isExact: true },
        expectation: { type: 'trajectory:tool-args-match', value },
      },
    ];
  });
  return [sequence, ...matches.slice(0, mostOfKind)];
}

/** Whether calls have the same order each time: each follows from the one before it, and none runs beside another. */
function hasFixedOrder({ tasks }: Plan, calls: readonly EvidenceStep[]): boolean {
  const rootOf = ({ taskPath }: EvidenceStep) => taskPath.split('/')[0] ?? '';
  const indexes = new Map(tasks.map(({ id, index }) => [id, index]));
  const follows = (later: number | undefined, earlier: number | undefined): boolean => {
    const open = [later];
    const seen = new Set<number | undefined>();
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === earlier) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      open.push(...(tasks[at]?.needs ?? []));
    }
    return false;
  };
  return calls.every((call, place) => {
    const before = calls[place - 1];
    if (before === undefined) return true;
    const [root, earlier] = [rootOf(call), rootOf(before)];
    if (root !== earlier) return follows(indexes.get(root), indexes.get(earlier));
    const task = tasks[indexes.get(root) ?? -1];
    return task !== undefined && !runsAtOnce(task);
  });
}

/** Whether parts of a task may run beside each other. */
function runsAtOnce(task: PlannedTask): boolean {
  return /"type":"(map|group)"|"(voting|bestOf)":/.test(JSON.stringify(task));
}

function suggestRounds({ plan, evidence }: EndedRun, earlier: readonly RunEvidence[]): readonly Suggestion[] {
  const known = new Set(listTasks(plan).map(([path]) => path));
  return [...evidence.rounds]
    .filter(([task]) => known.has(task))
    .slice(0, mostOfKind)
    .map(([task, rounds]): Suggestion => {
      const seen = [rounds, ...earlier.flatMap((one) => one.rounds.get(task) ?? [])];
      const [least, most] = [Math.min(...seen), Math.max(...seen)];
      return {
        ...{ kind: 'rounds', saw: formatRange(least, most, 'rounds', seen.length), isExact: true },
        expectation: { type: 'rounds', task, value: { min: 1, max: most } },
      };
    });
}

function suggestBounds(evidence: RunEvidence, earlier: readonly RunEvidence[]): readonly Suggestion[] {
  const { costUsd, tokens, latencyMs, steps } = evidence;
  const bounds: Suggestion[] = [];
  if (costUsd !== null && costUsd > 0) {
    const expectation: Expectation = { type: 'cost', threshold: roundUp(costUsd * slack) };
    bounds.push({ kind: 'bounds', expectation, saw: `${slack} × ${formatCost(costUsd)}`, isExact: true });
  }
  if (tokens > 0) {
    const expectation: Expectation = { type: 'tokens', threshold: roundUp(tokens * slack) };
    bounds.push({ kind: 'bounds', expectation, saw: `${slack} × ${formatTokens(tokens)}`, isExact: true });
  }
  if (latencyMs > 0) {
    const expectation: Expectation = { type: 'latency', threshold: roundUp(latencyMs * slack) };
    const saw = `${slack} × ${formatDuration(latencyMs)}, which varies`;
    bounds.push({ kind: 'bounds', expectation, saw, isExact: false });
  }
  if (steps.length > 0) {
    const seen = [steps.length, ...earlier.map((one) => one.steps.length)];
    const [least, most] = [Math.min(...seen), Math.max(...seen)];
    const expectation: Expectation = { type: 'trajectory:step-count', value: { min: least, max: most } };
    const saw = formatRange(least, most, 'steps', seen.length);
    bounds.push({ kind: 'bounds', expectation, saw, isExact: false });
  }
  return bounds;
}

/** `3 rounds`, or `2 to 4 rounds in 5 runs`. */
function formatRange(least: number, most: number, what: string, runs: number): string {
  const range = least === most ? String(least) : `${least} to ${most}`;
  const words = most === 1 ? what.replace(/s$/, '') : what;
  return runs === 1 ? `${range} ${words}` : `${range} ${words} in ${runs} runs`;
}

/** Up to two digits that count: a bound is read by people. Never below the number itself. */
function roundUp(value: number): number {
  const unit = 10 ** Math.max(-9, Math.floor(Math.log10(value)) - 1);
  const rounded = Number((Math.ceil(value / unit) * unit).toPrecision(12));
  return rounded >= value ? rounded : Number((rounded + unit).toPrecision(12));
}
