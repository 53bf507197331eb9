import { isSameInOrder, isSameJson } from '@/base/json';
import { applyModelChange, isInPlace, type ModelChange } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { type DocumentPart, getDocumentPart, splitLargeDocument } from '@/workflow/document-parts';
import type { TextReading } from './text-reading';

interface SentReading {
  readonly number: number;
  /** The document of the last reading that had one. */
  readonly document: WorkflowDocument | undefined;
  /** What the follower has changed in it since. */
  readonly since: readonly ModelChange[];
  readonly diagnostics: readonly Diagnostic[] | undefined;
}

/** Keeps what a follower of a text has of its document, and reports what the text says otherwise. */
export class ReadingChanges {
  #number = 0;
  /** The reading that the follower applied last, and the one that was sent last. */
  #taken: SentReading = nothing;
  #last: SentReading = nothing;

  /** Forgets everything that was sent. */
  reset(): void {
    this.#taken = nothing;
    this.#last = nothing;
  }

  /** Notes what the follower has changed in its document. `taken`: as of {@link tell}. */
  follow(taken: number, change: ModelChange): void {
    const before = this.#findTaken(taken);
    this.#taken = { ...before, since: [...before.since, change] };
  }

  /** `taken`: number of the reading that the follower applied last; 0: none. */
  tell(
    taken: number,
    { document, diagnostics }: { document?: WorkflowDocument; diagnostics: readonly Diagnostic[] },
  ): TextReading {
    const before = this.#findTaken(taken);
    this.#number += 1;
    const kept = document ? { document, since: [] } : { document: before.document, since: before.since };
    this.#last = { number: this.#number, ...kept, diagnostics };
    return {
      number: this.#number,
      ...(document && compareWithFollower(before, document)),
      ...(before.diagnostics !== undefined && isSameJson(before.diagnostics, diagnostics) ? {} : { diagnostics }),
    };
  }

  #findTaken(taken: number): SentReading {
    if (taken === this.#last.number && taken !== this.#taken.number) this.#taken = this.#last;
    if (taken !== this.#taken.number) this.#taken = nothing;
    return this.#taken;
  }

  /** One part of the document of a reading, counted from 0; undefined if that is not the last one any more. */
  partOf(number: number, index: number): DocumentPart | undefined {
    const { document } = this.#last;
    return number === this.#last.number && document ? getDocumentPart(document, index) : undefined;
  }
}

function compareWithFollower(
  { document: before, since }: SentReading,
  document: WorkflowDocument,
): Pick<TextReading, 'change' | 'document' | 'large'> {
  if (before === undefined) {
    const large = splitLargeDocument(document);
    return large ? { large } : { document };
  }
  const [made, ...more] = since;
  const change = computeChange(before, document);
  if (made === undefined) return { change };
  // The most frequent case is found without looking at the other tasks.
  if (more.length === 0 && isSameInPlace(made, change)) return { change: { tasks: new Map() } };
  return { change: computeChange(since.reduce(applyModelChange, before), document) };
}

/** Whether two changes leave the same tasks in place, and are of nothing else. */
function isSameInPlace(made: ModelChange, change: ModelChange): boolean {
  const isOfTasks = [made.settings, made.layout, change.settings, change.layout].every((part) => part === undefined);
  if (!isOfTasks || made.tasks.size !== change.tasks.size) return false;
  return [...change.tasks].every(([id, task]) => {
    const other = made.tasks.get(id);
    return other && isInPlace(task) && isInPlace(other) && isSameInOrder(task.after, other.after);
  });
}

const nothing: SentReading = { number: 0, document: undefined, since: [], diagnostics: undefined };
