import { asText } from '@/workflow/expressions/template';
import { usualSlot } from '@/workflow/tasks/returned';
import { hasOwnSlots } from '@/workflow/tasks/traits';
import type { PlannedOf, PlannedTask } from '../plan';
import { roundsOf } from './certain-runs';
import { stateSize } from './expression-size';
import { type Foreseen, inputSize, withGiven } from './foreseen';
import { type Count, inJson, largestOf, lazySize, printed, type Size, sized, sumOfSizes } from './size';

/** What a container gives a part to work on, by name. */
export interface GivenNames {
  readonly sizes: Readonly<Record<string, Size>>;
  /** Names that the prompt lists among the inputs if it does not use them: in each call, and in some. */
  readonly always: readonly (readonly string[])[];
  readonly sometimes: readonly (readonly string[])[];
}

export const nothingGiven: GivenNames = { sizes: {}, always: [], sometimes: [] };

/** Tokens of a number, of a position, of an exit code. */
const figure = sized(6);

/** What a container gives one of its own parts. `within`: the names that its parts see. */
export function givenBy(task: PlannedTask, part: PlannedTask, within: Foreseen): GivenNames {
  if (!hasOwnSlots(task)) return nothingGiven;
  switch (task.type) {
    case 'map':
      return { sizes: { item: itemSize(task, within), ...positionOf(task) }, always: [['item']], sometimes: [] };
    case 'reduce':
      return givenByReduce(task, part, within);
    case 'director_evaluator':
      return part === task.director ? givenToDirector(task, within) : givenToJudge(task, part, within);
    case 'sequential':
    case 'cond':
    case 'group':
      return nothingGiven;
  }
}

/** What two sources give, e.g. the container and the tasks before it. */
export function bothGiven(one: GivenNames, other: GivenNames): GivenNames {
  if (other === nothingGiven) return one;
  return {
    sizes: { ...other.sizes, ...one.sizes },
    always: [...one.always, ...other.always],
    sometimes: [...one.sometimes, ...other.sometimes],
  };
}

/** What the evaluator of several tries is given: each try twice, as text and as value. */
export function givenToChooser(tries: number, task: PlannedTask, { outputs }: Foreseen): GivenNames {
  const tried = sumOfSizes([inJson(outputs.whole(task), 2), figure]);
  return { sizes: { tries: inJson(tried, tries) }, always: [['tries']], sometimes: [] };
}

/** The names that the rounds of a loop are given. */
export function withRounds(task: PlannedTask, outer: Foreseen): Foreseen {
  const { loop } = task;
  if (loop === undefined) return outer;
  const { shown, whole } = { shown: outer.outputs.shown(task), whole: outer.outputs.whole(task) };
  const state =
    loop.state &&
    stateSize(loop.state, roundsOf(loop).high, whole, (name, count) => outer.unknown.tokensOf(name, count));
  return withGiven({ iteration: figure, last: shown, ...(state && { state: inJson(state) }) }, outer);
}

/**
 * The names of a director or an evaluator that is in no director-evaluator: the verdict before it, or what it judges,
 * which is the result of another task. `before`: the tasks that may be before it.
 */
export function givenOutside(task: PlannedTask, before: readonly PlannedTask[], outer: Foreseen): GivenNames {
  const { subtype, outputSlot, inputSource, tellsSlots = false } = task;
  const { unknown, outputs } = outer;
  if (subtype === 'director') {
    const slot = (count: Count) => unknown.tokensOf(outputSlot, count);
    return { sizes: { [outputSlot]: slot }, always: [], sometimes: tellsSlots ? [[outputSlot]] : [] };
  }
  if (subtype !== 'evaluator' || unknown.find('target_content')) return nothingGiven;
  const others = before.filter((one) => one !== task);
  const judged = judgedSizes(largestOf(others.map((one) => outputs.shown(one))), task, inputSource);
  const slot: Readonly<Record<string, Size>> = unknown.find(outputSlot) === undefined ? { [outputSlot]: sized(0) } : {};
  return { sizes: { ...judged, ...slot }, always: [], sometimes: tellsSlots ? listed(judged, inputSource) : [] };
}

function givenByReduce(task: PlannedOf<'reduce'>, part: PlannedTask, within: Foreseen): GivenNames {
  const { outputs } = within;
  const item = itemSize(task, within);
  const position = positionOf(task);
  if (part === task.innerTask) {
    const names = ['current_data', 'item'];
    return { sizes: { current_data: item, item, ...position }, always: [names], sometimes: [] };
  }
  const result = task.innerTask === undefined ? item : outputs.whole(task.innerTask);
  const initial: Size = (count) => count(asText(task.initialValue));
  const accumulator = largestOf([initial, outputs.whole(task.reductionTask)]);
  return {
    sizes: { current_result: result, accumulator, original_input: item, ...position },
    always: [['accumulator'], ['current_result']],
    sometimes: [],
  };
}

function givenToDirector(task: PlannedOf<'director_evaluator'>, { outputs }: Foreseen): GivenNames {
  const { director, evaluator } = task;
  const slot = director.outputSlot === usualSlot ? task.outputSlot : director.outputSlot;
  const feedback = evaluator === undefined ? outputs.whole(director) : outputs.whole(evaluator);
  const latest = sumOfSizes([inJson(outputs.shown(director)), inJson(feedback), sized(12)]);
  return { sizes: { [slot]: latest }, always: [], sometimes: [[slot]] };
}

function givenToJudge(task: PlannedOf<'director_evaluator'>, part: PlannedTask, { outputs }: Foreseen): GivenNames {
  const { director, script, mode } = task;
  const { inputSource } = part;
  const draft = outputs.shown(director);
  // What a director asks for is a part of its reply.
  const request = mode === 'dynamic' ? { criteria: draft, target: draft } : {};
  const isTested = script !== undefined || mode === 'dynamic';
  const tested = isTested ? judgedSizes(draft, script ?? task, inputSource) : { target_content: draft };
  const sizes = { ...tested, ...request };
  const [target, ...others] = listed(sizes, inputSource);
  return { sizes, always: target === undefined ? [] : [target], sometimes: others };
}

/** The names of what an evaluator judges. `script`: what may have printed it. */
function judgedSizes(target: Size, { limits }: PlannedTask, source: string | undefined): Record<string, Size> {
  const output = printed(limits.maxStdoutBytes);
  const errors = printed(limits.maxStderrBytes);
  const sizes = { target_content: target, stdout: output, stderr: errors, exit_code: figure };
  return source === undefined
    ? sizes
    : { ...sizes, [source]: sumOfSizes(Object.values(sizes).map((size) => inJson(size))) };
}

function listed(sizes: Readonly<Record<string, Size>>, source: string | undefined): readonly (readonly string[])[] {
  const names = Object.keys(sizes).filter((name) => name !== source);
  return names.map((name) => (source === undefined ? [name] : [name, source]));
}

function itemSize(task: PlannedOf<'map'> | PlannedOf<'reduce'>, within: Foreseen): Size {
  const { items, inputs, inputTasks } = task;
  if (items === undefined) {
    const ofTasks = inputTasks.map((input) => within.outputs.whole(input));
    return largestOf([...Object.entries(inputs).map(([name, input]) => inputSize(input, name, within)), ...ofTasks]);
  }
  if ('list' in items) {
    const { list } = items;
    return lazySize((count) => list.reduce((most: number, item) => Math.max(most, count(asText(item))), 0));
  }
  return inputSize({ from: items.from }, '', within);
}

/** The names that say which item it is: its position, or its name. */
function positionOf({ items, inputs, inputTasks }: PlannedOf<'map'> | PlannedOf<'reduce'>) {
  const names = items === undefined ? [...Object.keys(inputs), ...inputTasks.map(({ id }) => id)] : [];
  const name: Size = (count) => names.reduce((most, one) => Math.max(most, count(one)), figure(count));
  return { index: figure, name };
}
