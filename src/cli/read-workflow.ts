import { err, ok, type Result } from '@/base/result';
import { decodeText } from '@/formats/decode-text';
import { maxFileBytes } from '@/formats/limits';
import { type Notation, notationOf } from '@/formats/notation';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { explainFsError } from './explain-fs-error';
import type { Io } from './io';

/** What reading a text gives: the document if there is one, and every problem. */
export interface ReadWorkflow {
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a workflow from a file, or `-`, with problems in the order of the text. Refused, with what to say, only if there is
 * nothing to read: what is wrong with the bytes is a diagnostic like any other.
 */
export async function readWorkflow(
  io: Io,
  file: string,
  read: (text: string, notation: Notation) => ReadWorkflow,
): Promise<Result<ReadWorkflow, string>> {
  let bytes: Uint8Array;
  try {
    // One byte more than allowed shows that a file is too large, however large it is.
    bytes = await io.read(file, maxFileBytes + 1);
  } catch (error) {
    return err(`${file}: ${explainFsError(error)}`);
  }
  const text = decodeText(bytes);
  if (!text.ok) return ok({ diagnostics: [text.error] });
  const { document, diagnostics } = read(text.value, notationOf(file, text.value));
  const ordered = diagnostics.toSorted((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
  return ok({ ...(document && { document }), diagnostics: ordered });
}
