import { formatPromptValue } from '@/workflow/expressions/template';
import { mayAskModel, runsOtherTasks } from '@/workflow/tasks/traits';
import type { ModelCatalogue } from '../model-facts';
import { computeOutputCap } from '../output-cap';
import type { ModelRef, Plan, PlannedAtomic, PlannedPipeline, PlannedTask } from '../plan';
import { listMakerTools } from '../tools/maker-tools';
import { followedCalls } from './followed-calls';
import { countSteps, estimateItemCount, listPartsRun } from './parts-run';
import { isOpen } from './placeholders';
import {
  type Count,
  createLazySize,
  createPrintedSize,
  createSize,
  findLargestSize,
  limitSize,
  type Size,
  sumOfSizes,
  wrapSizeInJson,
} from './size';
import { estimateMostTokensOfBytes } from './tokens-of-bytes';

/** Bytes of the lines around a shortened output. */
const bannerBytes = 200;

/** The most tokens of the outputs of tasks. */
export class OutputSizes {
  readonly #library: Plan['library'];
  readonly #factsOf: ModelCatalogue['factsOf'];
  readonly #known = new WeakMap<PlannedTask, Size>();
  /** Results of definitions, by depth and name: those that all call one another are reached very often. */
  readonly #ofCalls = new Map<string, Size>();
  #calls = 0;

  constructor({ library }: Pick<Plan, 'library'>, { factsOf }: Pick<ModelCatalogue, 'factsOf'>) {
    this.#library = library;
    this.#factsOf = factsOf;
  }

  /** The most tokens of a reply: the most that the task's model, or one of its fallbacks, may give. */
  reply(task: PlannedTask): number {
    const model = findTaskModel(task);
    const models = model === undefined ? [] : [model, ...listFallbacks(task)];
    const caps = models.map((one) => computeOutputCap(task.limits.maxOutputTokens, this.#factsOf(one)));
    return caps.length === 0 ? 0 : Math.max(...caps);
  }

  /** An output as templates and contexts show it, shortened if it is too long. */
  shown(task: PlannedTask): Size {
    return limitSize(estimateMostTokensOfBytes(task.limits.maxStdoutBytes + bannerBytes), this.whole(task));
  }

  /** A whole output. What a script prints is taken to be no longer than what is shown of it. */
  whole(task: PlannedTask): Size {
    const known = this.#known.get(task);
    if (known !== undefined) return known;
    const found = createLazySize(this.#find(task));
    // A definition that calls itself is followed only so far from the outside.
    if (this.#calls === 0) this.#known.set(task, found);
    return found;
  }

  #find(task: PlannedTask): Size {
    const { pinned, limits } = task;
    if (pinned !== undefined && 'content' in pinned) return (count) => count(pinned.content);
    const output = createPrintedSize(limits.maxStdoutBytes + bannerBytes);
    if (!mayAskModel(task) && !runsOtherTasks(task)) return output;
    switch (task.type) {
      case 'atomic':
        return createSize(this.reply(task) * countPausedReplies(task));
      case 'reparse':
        return createSize(this.reply(task));
      case 'pipeline':
        return this.#ofPipeline(task);
      case 'sequential':
      case 'cond':
        return findLargestSize(listOwnParts(task).map((part) => this.whole(part)));
      case 'group': {
        const outputs = task.tasks.map((part) => this.whole(part));
        const countIdTokens = (count: Count) => count(task.tasks.map(({ id }) => id).join(' '));
        return task.completionMode === 'any'
          ? findLargestSize(outputs)
          : sumOfSizes([countIdTokens, ...outputs.map((one) => wrapSizeInJson(one))]);
      }
      case 'map':
        return wrapSizeInJson(this.whole(task.innerTask), Math.max(1, estimateItemCount(task).runs.high));
      case 'reduce':
        return findLargestSize([
          this.whole(task.reductionTask),
          (count) => count(formatPromptValue(task.initialValue)),
        ]);
      case 'director_evaluator':
        return this.whole(task.director);
      case 'call':
        return this.#called(task.ref) ?? output;
      case 'associative_memory':
        return sumOfSizes([
          wrapSizeInJson(createSize(estimateMostTokensOfBytes(limits.maxContextBytes))),
          createSize(100 * task.maxResults),
        ]);
    }
  }

  /** Without steps the result is the first state. If its first step fails, and the run continues, it is as well. */
  #ofPipeline(task: PlannedPipeline): Size {
    const { steps, state, retry, limits } = task;
    const printedState = createPrintedSize(limits.maxStdoutBytes + bannerBytes);
    if ('from' in steps) return printedState;
    const mayBeFirst = countSteps(task).runs.low === 0 || [retry.onError, retry.onMaxRetries].includes('continue');
    const first: Size = state !== '' && isOpen(state) ? printedState : (count) => count(formatPromptValue(state));
    return mayBeFirst ? findLargestSize([createSize(this.reply(task)), first]) : createSize(this.reply(task));
  }

  #called(ref: string): Size | undefined {
    const definition = Object.hasOwn(this.#library, ref) ? this.#library[ref] : undefined;
    if (definition === undefined || this.#calls === followedCalls) return undefined;
    const key = `${this.#calls} ${ref}`;
    const known = this.#ofCalls.get(key);
    if (known !== undefined) return known;
    this.#calls += 1;
    const found = this.whole(definition.task);
    this.#calls -= 1;
    this.#ofCalls.set(key, found);
    return found;
  }
}

/** How many replies an output may be made of: a provider may pause while it performs its tools, and continue. */
function countPausedReplies({ tools, limits }: PlannedAtomic): number {
  return listMakerTools(tools).length === 0 ? 1 : Math.max(1, limits.maxTurns);
}

function listOwnParts(task: PlannedTask): readonly PlannedTask[] {
  return listPartsRun(task).parts.flatMap(({ task: part, of }) => (of === 'own' ? [part] : []));
}

/** The model that a task itself calls. */
export function findTaskModel(task: PlannedTask): ModelRef | undefined {
  if (task.type === 'associative_memory') return task.call?.model;
  return 'model' in task ? task.model : undefined;
}

/** The models that a task falls back to, in order. */
export function listFallbacks(task: PlannedTask): readonly ModelRef[] {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call?.fallbacks ?? [];
}
