import { isSameJson } from '@/base/json';
import type { TextReading } from '@/formats/text-reading';
import type { Diagnostic } from '@/workflow/diagnostic';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { computeDelta } from '@/workflow/document-delta';
import { type DocumentPart, getDocumentPart, splitLargeDocument } from '@/workflow/document-parts';

interface SentReading {
  readonly number: number;
  /** The document as of the last reading that had one. */
  readonly document: WorkflowDocument | undefined;
  readonly diagnostics: readonly Diagnostic[] | undefined;
}

/** Reports to a follower of a text what differs from the last reading that it applied. */
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

  /** `taken`: number of the reading that the follower applied last; 0: none. */
  tell(
    taken: number,
    { document, diagnostics }: { document?: WorkflowDocument; diagnostics: readonly Diagnostic[] },
  ): TextReading {
    if (taken === this.#last.number) this.#taken = this.#last;
    if (taken !== this.#taken.number) this.#taken = nothing;
    const before = this.#taken;
    this.#number += 1;
    this.#last = { number: this.#number, document: document ?? before.document, diagnostics };
    const large = before.document === undefined && document ? splitLargeDocument(document) : undefined;
    return {
      number: this.#number,
      isWhole: before.document === undefined,
      ...(large && { large }),
      ...(document && !large && { document: computeDelta(before.document ?? emptyDocument, document) }),
      ...(before.diagnostics !== undefined && isSameJson(before.diagnostics, diagnostics) ? {} : { diagnostics }),
    };
  }

  /** One part of the document of a reading, counted from 0; undefined if that is not the last one any more. */
  partOf(number: number, index: number): DocumentPart | undefined {
    const { document } = this.#last;
    return number === this.#last.number && document ? getDocumentPart(document, index) : undefined;
  }
}

const nothing: SentReading = { number: 0, document: undefined, diagnostics: undefined };
