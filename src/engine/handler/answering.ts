import { formatModelName } from '@/plan/format-model-name';
import type { Prompt } from '@/plan/message';
import type { ModelRef, PlannedAtomic } from '@/plan/plan';
import type { Attempt } from '../attempt';
import type { ConversationWindow } from './context-window';
import { findAnsweringModel, followAnswer } from './fallback';
import { openWindow } from './open-window';

/** The model that answers in a conversation, and its window. Both change on a fallback to another model. */
export class Answering {
  readonly #task: PlannedAtomic;
  readonly #prompt: Prompt;
  readonly #attempt: Attempt;
  #model: ModelRef;
  #window: ConversationWindow;

  /** `window`: the window of the model that answers first, see {@link findAnsweringModel}. */
  constructor(task: PlannedAtomic, prompt: Prompt, window: ConversationWindow, attempt: Attempt) {
    this.#task = task;
    this.#prompt = prompt;
    this.#attempt = attempt;
    this.#model = findAnsweringModel(task, attempt);
    this.#window = window;
    window.take(prompt);
  }

  get model(): ModelRef {
    return this.#model;
  }

  get window(): ConversationWindow {
    return this.#window;
  }

  /** The model that the task names, if another one answers. */
  get insteadOf(): ModelRef | undefined {
    return this.#model === this.#task.model ? undefined : this.#task.model;
  }

  /** Changes the model. Resolves to whether it is another one than before. */
  async change(model: ModelRef): Promise<boolean> {
    if (model === this.#model) return false;
    this.#model = model;
    this.#window = await openWindow(this.#task, model, this.#attempt);
    this.#window.take(this.#prompt);
    return true;
  }

  /** Follows the model that gave a reply, as `provider:name`. A recorded reply may come from a later fallback. */
  async follow(by: string): Promise<void> {
    if (by === formatModelName(this.#model)) return;
    followAnswer(this.#task, this.#attempt, by);
    await this.change(findAnsweringModel(this.#task, this.#attempt));
  }
}
