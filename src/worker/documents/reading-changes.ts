import { sameJson } from '@/base/json';
import type { TextReading } from '@/formats/text-reading';
import type { Diagnostic } from '@/workflow/diagnostic';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { deltaBetween } from '@/workflow/document-delta';

interface SentReading {
  readonly number: number;
  /** The last document that was told until then. */
  readonly document: WorkflowDocument | undefined;
  readonly diagnostics: readonly Diagnostic[] | undefined;
}

/** Tells one who follows a text what is different since the last reading that they took over. */
export class ReadingChanges {
  #number = 0;
  /** The reading that was taken over last, and the one that was told last. */
  #taken: SentReading = nothing;
  #last: SentReading = nothing;

  /** Nothing that was told holds any more. */
  reset(): void {
    this.#taken = nothing;
    this.#last = nothing;
  }

  /** `taken`: number of the reading that was taken over last; 0: none. */
  tell(
    taken: number,
    { document, diagnostics }: { document?: WorkflowDocument; diagnostics: readonly Diagnostic[] },
  ): TextReading {
    if (taken === this.#last.number) this.#taken = this.#last;
    if (taken !== this.#taken.number) this.#taken = nothing;
    const before = this.#taken;
    this.#number += 1;
    this.#last = { number: this.#number, document: document ?? before.document, diagnostics };
    return {
      number: this.#number,
      isWhole: before.document === undefined,
      ...(document && { document: deltaBetween(before.document ?? emptyDocument, document) }),
      ...(before.diagnostics !== undefined && sameJson(before.diagnostics, diagnostics) ? {} : { diagnostics }),
    };
  }
}

const nothing: SentReading = { number: 0, document: undefined, diagnostics: undefined };
