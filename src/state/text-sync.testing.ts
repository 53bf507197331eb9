import { expect } from 'vitest';
import { AppError, toFailure } from '@/base/errors';
import { LiveText } from '@/formats/live-text';
import { ReadingChanges } from '@/formats/reading-changes';
import type { TextReading } from '@/formats/text-reading';
import { editYaml } from '@/formats/yaml/edit-yaml';
import { isEmptyChange } from '@/workflow/change';
import type { addTask } from '@/workflow/commands/add-task';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import { emptySync, type ReaderCall, type SyncEvent, type Synced, stepSync } from './text-sync';

/** The text that a {@link Pair} begins with. */
export const syncedText = `# Mine
name: Review
tasks:
  fetch:
    description: Fetch
  review:
    description: "Review {{fetch}}"
    depends_on: [fetch]
`;

/**
 * A reader that answers on demand: calls wait in a queue, as with a worker. As with a worker, a reading is what the
 * text says otherwise than the document of the page.
 */
class SlowReader {
  readonly queue: (ReaderCall & { readonly version: number })[] = [];
  #live = new LiveText('');
  readonly #changes = new ReadingChanges();
  /** Each second change is read at once, as the worker does where that is quick. */
  #written = 0;

  /** Answers the first call; with `refuses` the call fails. `taken`: the number of the reading that was taken last. */
  answer(refuses: boolean, taken: number): SyncEvent | undefined {
    const call = this.queue.shift();
    if (call === undefined) return undefined;
    if (refuses) return { kind: 'refused', failure: toFailure(new AppError('INTERNAL', 'No.')) };
    switch (call.call) {
      case 'open':
        this.#live = new LiveText(call.text);
        this.#changes.reset();
        return undefined;
      case 'edit':
        this.#live.edit(call.edits);
        if (call.model) this.#changes.follow(taken, call.model);
        return undefined;
      case 'change': {
        const { edits } = editYaml(this.#live.read(), call.model);
        this.#live.edit(edits);
        this.#changes.follow(taken, call.model);
        this.#written += 1;
        return { kind: 'written', edits, ...(this.#written % 2 === 0 && { reading: this.#read(taken) }) };
      }
      case 'read':
        return { kind: 'read', version: call.version, reading: this.#read(taken) };
    }
  }

  #read(taken: number): TextReading {
    return this.#changes.tell(
      taken,
      this.#live.check([], () => []),
    );
  }
}

/** The page and its reader. After a failure all queued calls are dropped, because the store starts again. */
export class Pair {
  state: Synced = emptySync;
  readonly reader = new SlowReader();
  typed = 0;

  constructor() {
    this.do({ kind: 'opened', text: syncedText, history: { past: [], future: [] } });
    this.settle();
  }

  do(event: SyncEvent): void {
    const { state, calls } = stepSync(this.state, event);
    this.state = state;
    if (event.kind === 'refused') this.reader.queue.length = 0;
    this.reader.queue.push(...calls.map((call) => ({ ...call, version: state.version })));
  }

  /** Lets the reader answer once. */
  hear(refuses = false): void {
    const event = this.reader.answer(refuses, this.state.taken);
    if (event) this.do(event);
  }

  settle(): void {
    for (let left = 100; this.reader.queue.length > 0 && left > 0; left -= 1) this.hear();
    expect(this.reader.queue).toEqual([]);
  }

  edit(make: (document: WorkflowDocument) => ReturnType<typeof addTask>, mark: string): void {
    const made = make(this.state.document);
    if (!made.ok) return;
    const model = computeChange(this.state.document, made.value);
    if (!isEmptyChange(model)) this.do({ kind: 'edited', document: made.value, model, label: 'Edit', mark });
  }
}
