import { asText } from '@/workflow/expressions/template';
import { mayAskModel, runsOtherTasks } from '@/workflow/tasks/traits';
import type { ModelCatalogue } from '../model-facts';
import { outputCap } from '../output-cap';
import type { ModelRef, Plan, PlannedAtomic, PlannedPipeline, PlannedTask } from '../plan';
import { makerToolsOf } from '../tools/maker-tools';
import { itemCount, partsRun, stepCount } from './parts-run';
import { isOpen } from './placeholders';
import { atMost, type Count, inJson, largestOf, lazySize, printed, type Size, sized, sumOfSizes } from './size';
import { mostTokensOfBytes } from './tokens-of-bytes';

/** Bytes of the lines around a shortened output. */
const bannerBytes = 200;
/** Depth to which library calls are followed for the size of their results. */
const followedCalls = 3;

/** The most tokens of the outputs of tasks. */
export class OutputSizes {
  readonly #library: Plan['library'];
  readonly #factsOf: ModelCatalogue['factsOf'];
  readonly #known = new WeakMap<PlannedTask, Size>();
  #calls = 0;

  constructor({ library }: Pick<Plan, 'library'>, { factsOf }: Pick<ModelCatalogue, 'factsOf'>) {
    this.#library = library;
    this.#factsOf = factsOf;
  }

  /** The most tokens of a reply: the most that the task's model, or one of its fallbacks, may give. */
  reply(task: PlannedTask): number {
    const model = modelOf(task);
    const models = model === undefined ? [] : [model, ...fallbacksOf(task)];
    const caps = models.map((one) => outputCap(task.limits.maxOutputTokens, this.#factsOf(one)));
    return caps.length === 0 ? 0 : Math.max(...caps);
  }

  /** An output as templates and contexts show it, shortened if it is too long. */
  shown(task: PlannedTask): Size {
    return atMost(mostTokensOfBytes(task.limits.maxStdoutBytes + bannerBytes), this.whole(task));
  }

  /** A whole output. What a script prints is taken to be no longer than what is shown of it. */
  whole(task: PlannedTask): Size {
    const known = this.#known.get(task);
    if (known !== undefined) return known;
    const found = lazySize(this.#find(task));
    // A definition that calls itself is followed only so far from the outside.
    if (this.#calls === 0) this.#known.set(task, found);
    return found;
  }

  #find(task: PlannedTask): Size {
    const { pinned, limits } = task;
    if (pinned !== undefined && 'content' in pinned) return (count) => count(pinned.content);
    const output = printed(limits.maxStdoutBytes + bannerBytes);
    if (!mayAskModel(task) && !runsOtherTasks(task)) return output;
    switch (task.type) {
      case 'atomic':
        return sized(this.reply(task) * pausedReplies(task));
      case 'reparse':
        return sized(this.reply(task));
      case 'pipeline':
        return this.#ofPipeline(task);
      case 'sequential':
      case 'cond':
        return largestOf(ownParts(task).map((part) => this.whole(part)));
      case 'group': {
        const outputs = task.tasks.map((part) => this.whole(part));
        const ids = (count: Count) => count(task.tasks.map(({ id }) => id).join(' '));
        return task.completionMode === 'any'
          ? largestOf(outputs)
          : sumOfSizes([ids, ...outputs.map((one) => inJson(one))]);
      }
      case 'map':
        return inJson(this.whole(task.innerTask), Math.max(1, itemCount(task).runs.high));
      case 'reduce':
        return largestOf([this.whole(task.reductionTask), (count) => count(asText(task.initialValue))]);
      case 'director_evaluator':
        return this.whole(task.director);
      case 'call':
        return this.#called(task.ref) ?? output;
      case 'associative_memory':
        return sumOfSizes([inJson(sized(mostTokensOfBytes(limits.maxContextBytes))), sized(100 * task.maxResults)]);
    }
  }

  /** Without steps the result is the first state. If its first step fails, and the run continues, it is as well. */
  #ofPipeline(task: PlannedPipeline): Size {
    const { steps, state, retry, limits } = task;
    const printedState = printed(limits.maxStdoutBytes + bannerBytes);
    if ('from' in steps) return printedState;
    const mayBeFirst = stepCount(task).runs.low === 0 || [retry.onError, retry.onMaxRetries].includes('continue');
    const first: Size = state !== '' && isOpen(state) ? printedState : (count) => count(asText(state));
    return mayBeFirst ? largestOf([sized(this.reply(task)), first]) : sized(this.reply(task));
  }

  #called(ref: string): Size | undefined {
    const definition = Object.hasOwn(this.#library, ref) ? this.#library[ref] : undefined;
    if (definition === undefined || this.#calls === followedCalls) return undefined;
    this.#calls += 1;
    const found = this.whole(definition.task);
    this.#calls -= 1;
    return found;
  }
}

/** How many replies an output may be made of: a provider may pause while it performs its tools, and continue. */
function pausedReplies({ tools, limits }: PlannedAtomic): number {
  return makerToolsOf(tools).length === 0 ? 1 : Math.max(1, limits.maxTurns);
}

function ownParts(task: PlannedTask): readonly PlannedTask[] {
  return partsRun(task).parts.flatMap(({ task: part, of }) => (of === 'own' ? [part] : []));
}

/** The model that a task itself calls. */
export function modelOf(task: PlannedTask): ModelRef | undefined {
  if (task.type === 'associative_memory') return task.call?.model;
  return 'model' in task ? task.model : undefined;
}

/** The models that a task falls back to, in order. */
export function fallbacksOf(task: PlannedTask): readonly ModelRef[] {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call?.fallbacks ?? [];
}
