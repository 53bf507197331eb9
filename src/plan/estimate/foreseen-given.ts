import { formatPromptValue } from '@/workflow/expressions/template';
import { usualSlot } from '@/workflow/tasks/returned';
import { hasOwnSlots } from '@/workflow/tasks/traits';
import type { PlannedOf, PlannedTask } from '../plan';
import { computeRounds } from './certain-runs';
import { estimateStateSize } from './expression-size';
import { addGiven, estimateInputSize, type Foreseen } from './foreseen';
import {
  type Count,
  createLazySize,
  createPrintedSize,
  createSize,
  findLargestSize,
  type Size,
  sumOfSizes,
  wrapSizeInJson,
} from './size';

/** What a container gives a part to work on, by name. */
export interface GivenNames {
  readonly sizes: Readonly<Record<string, Size>>;
  /** Names that the prompt lists among the inputs if it does not use them: in each call, and in some. */
  readonly always: readonly (readonly string[])[];
  readonly sometimes: readonly (readonly string[])[];
}

export const nothingGiven: GivenNames = { sizes: {}, always: [], sometimes: [] };

/** Tokens of a number, of a position, of an exit code. */
const figure = createSize(6);

/** What a container gives one of its own parts. `within`: the names that its parts see. */
export function foreseeGiven(task: PlannedTask, part: PlannedTask, within: Foreseen): GivenNames {
  if (!hasOwnSlots(task)) return nothingGiven;
  switch (task.type) {
    case 'map':
      return {
        sizes: { item: estimateItemSize(task, within), ...listPositionNames(task) },
        always: [['item']],
        sometimes: [],
      };
    case 'reduce':
      return foreseeGivenByReduce(task, part, within);
    case 'director_evaluator':
      return part === task.director ? foreseeGivenToDirector(task, within) : foreseeGivenToJudge(task, part, within);
    case 'sequential':
    case 'cond':
    case 'group':
      return nothingGiven;
  }
}

/** What two sources give, e.g. the container and the tasks before it. */
export function joinGiven(one: GivenNames, other: GivenNames): GivenNames {
  if (other === nothingGiven) return one;
  return {
    sizes: { ...other.sizes, ...one.sizes },
    always: [...one.always, ...other.always],
    sometimes: [...one.sometimes, ...other.sometimes],
  };
}

/** What the evaluator of several tries is given: each try twice, as text and as value. */
export function foreseeGivenToChooser(tries: number, task: PlannedTask, { outputs }: Foreseen): GivenNames {
  const tried = sumOfSizes([wrapSizeInJson(outputs.whole(task), 2), figure]);
  return { sizes: { tries: wrapSizeInJson(tried, tries) }, always: [['tries']], sometimes: [] };
}

/** The names that the rounds of a loop are given. */
export function addRounds(task: PlannedTask, outer: Foreseen): Foreseen {
  const { loop } = task;
  if (loop === undefined) return outer;
  const { shown, whole } = { shown: outer.outputs.shown(task), whole: outer.outputs.whole(task) };
  const state =
    loop.state &&
    estimateStateSize(loop.state, computeRounds(loop).high, whole, (name, count) =>
      outer.unknown.tokensOf(name, count),
    );
  return addGiven({ iteration: figure, last: shown, ...(state && { state: wrapSizeInJson(state) }) }, outer);
}

/**
 * The names of a director or an evaluator that is in no director-evaluator: the verdict before it, or what it judges,
 * which is the result of another task. `before`: the tasks that may be before it.
 */
export function foreseeGivenOutside(task: PlannedTask, before: readonly PlannedTask[], outer: Foreseen): GivenNames {
  const { subtype, outputSlot, inputSource, tellsSlots = false } = task;
  const { unknown, outputs } = outer;
  if (subtype === 'director') {
    const slot = (count: Count) => unknown.tokensOf(outputSlot, count);
    return { sizes: { [outputSlot]: slot }, always: [], sometimes: tellsSlots ? [[outputSlot]] : [] };
  }
  if (subtype !== 'evaluator' || unknown.find('target_content')) return nothingGiven;
  const others = before.filter((one) => one !== task);
  const judged = estimateJudgedSizes(findLargestSize(others.map((one) => outputs.shown(one))), task, inputSource);
  const slot: Readonly<Record<string, Size>> =
    unknown.find(outputSlot) === undefined ? { [outputSlot]: createSize(0) } : {};
  return {
    sizes: { ...judged, ...slot },
    always: [],
    sometimes: tellsSlots ? listGivenNames(judged, inputSource) : [],
  };
}

function foreseeGivenByReduce(task: PlannedOf<'reduce'>, part: PlannedTask, within: Foreseen): GivenNames {
  const { outputs } = within;
  const item = estimateItemSize(task, within);
  const position = listPositionNames(task);
  if (part === task.innerTask) {
    const names = ['current_data', 'item'];
    return { sizes: { current_data: item, item, ...position }, always: [names], sometimes: [] };
  }
  const result = task.innerTask === undefined ? item : outputs.whole(task.innerTask);
  const initial: Size = (count) => count(formatPromptValue(task.initialValue));
  const accumulator = findLargestSize([initial, outputs.whole(task.reductionTask)]);
  return {
    sizes: { current_result: result, accumulator, original_input: item, ...position },
    always: [['accumulator'], ['current_result']],
    sometimes: [],
  };
}

function foreseeGivenToDirector(task: PlannedOf<'director_evaluator'>, { outputs }: Foreseen): GivenNames {
  const { director, evaluator } = task;
  const slot = director.outputSlot === usualSlot ? task.outputSlot : director.outputSlot;
  const feedback = evaluator === undefined ? outputs.whole(director) : outputs.whole(evaluator);
  const latest = sumOfSizes([wrapSizeInJson(outputs.shown(director)), wrapSizeInJson(feedback), createSize(12)]);
  return { sizes: { [slot]: latest }, always: [], sometimes: [[slot]] };
}

function foreseeGivenToJudge(
  task: PlannedOf<'director_evaluator'>,
  part: PlannedTask,
  { outputs }: Foreseen,
): GivenNames {
  const { director, script, mode } = task;
  const { inputSource } = part;
  const draft = outputs.shown(director);
  // What a director asks for is a part of its reply.
  const request = mode === 'dynamic' ? { criteria: draft, target: draft } : {};
  const isTested = script !== undefined || mode === 'dynamic';
  const tested = isTested ? estimateJudgedSizes(draft, script ?? task, inputSource) : { target_content: draft };
  const sizes = { ...tested, ...request };
  const [target, ...others] = listGivenNames(sizes, inputSource);
  return { sizes, always: target === undefined ? [] : [target], sometimes: others };
}

/** The names of what an evaluator judges. `script`: what may have printed it. */
function estimateJudgedSizes(target: Size, { limits }: PlannedTask, source: string | undefined): Record<string, Size> {
  const output = createPrintedSize(limits.maxStdoutBytes);
  const errors = createPrintedSize(limits.maxStderrBytes);
  const sizes = { target_content: target, stdout: output, stderr: errors, exit_code: figure };
  return source === undefined
    ? sizes
    : { ...sizes, [source]: sumOfSizes(Object.values(sizes).map((size) => wrapSizeInJson(size))) };
}

function listGivenNames(
  sizes: Readonly<Record<string, Size>>,
  source: string | undefined,
): readonly (readonly string[])[] {
  const names = Object.keys(sizes).filter((name) => name !== source);
  return names.map((name) => (source === undefined ? [name] : [name, source]));
}

function estimateItemSize(task: PlannedOf<'map'> | PlannedOf<'reduce'>, within: Foreseen): Size {
  const { items, inputs, inputTasks } = task;
  if (items === undefined) {
    const ofTasks = inputTasks.map((input) => within.outputs.whole(input));
    return findLargestSize([
      ...Object.entries(inputs).map(([name, input]) => estimateInputSize(input, name, within)),
      ...ofTasks,
    ]);
  }
  if ('list' in items) {
    const { list } = items;
    return createLazySize((count) =>
      list.reduce((most: number, item) => Math.max(most, count(formatPromptValue(item))), 0),
    );
  }
  return estimateInputSize({ from: items.from }, '', within);
}

/** The names that say which item it is: its position, or its name. */
function listPositionNames({ items, inputs, inputTasks }: PlannedOf<'map'> | PlannedOf<'reduce'>) {
  const names = items === undefined ? [...Object.keys(inputs), ...inputTasks.map(({ id }) => id)] : [];
  const name: Size = (count) => names.reduce((most, one) => Math.max(most, count(one)), figure(count));
  return { index: figure, name };
}
