import { defined } from '@/base/defined';
import { err, ok, type Result } from '@/base/result';
import type { MoreChecks } from '@/formats/check-meaning';
import { decodeText } from '@/formats/decode-text';
import { maxWorkflowBytes } from '@/formats/limits';
import { detectNotation, type Notation } from '@/formats/notation';
import type { ReadAny } from '@/formats/read-any';
import { createEndLookup, findKnownEnd } from '@/providers/catalogue/model-end';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { checkModelEnds, type EndOf } from '@/workflow/validate/model-ends';
import { explainFsError } from './explain-fs-error';
import type { Io } from './io';
import { createLazyCatalogue } from './load-catalogue';

/** The result of reading a text: the document, if there is one, and every problem. */
export interface ReadWorkflow {
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** Finds the position of a path of the document in the text. */
  readonly locate?: ReadAny['locate'];
}

/**
 * Reads a workflow from a file, or `-`, with problems in the order of the text. It is refused, with a message, only if
 * nothing can be read: invalid bytes are a diagnostic like any other. `more` adds diagnostics of files without tasks
 * and of models that end, for callers that check meanings; `known`: ids of providers named in settings.
 */
export async function readWorkflow(
  io: Io,
  file: string,
  read: (text: string, notation: Notation, more: MoreChecks) => ReadWorkflow | Promise<ReadWorkflow>,
  known: readonly string[] = [],
): Promise<Result<ReadWorkflow, string>> {
  let bytes: Uint8Array;
  try {
    // One byte more than allowed is enough to see that a file is too large.
    bytes = await io.readRegular(file, maxWorkflowBytes + 1);
  } catch (error) {
    return err(`${file}: ${explainFsError(error)}`);
  }
  const text = decodeText(bytes);
  if (!text.ok) return ok({ diagnostics: [text.error] });
  const notation = detectNotation(file, text.value);
  const readWith = async (endOf: EndOf) =>
    read(text.value, notation, (document) => [
      ...findEmptiness(document),
      ...checkModelEnds(document, known, endOf, io.machine.now()),
    ]);
  let found = await readWith(findKnownEnd);
  if (found.diagnostics.some(({ code }) => code === 'HED514' || code === 'HED515')) {
    // Comparing prices loads a large list.
    found = await readWith(createEndLookup(await createLazyCatalogue(io.machine, [])()));
  }
  const { document, diagnostics, locate } = found;
  const ordered = diagnostics.toSorted((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
  return ok({ ...defined({ document }), diagnostics: ordered, ...defined({ locate }) });
}

/** A file without tasks is where the editor begins. A command has nothing to do with it, unless it is a library. */
function findEmptiness({ tasks, library }: WorkflowDocument): readonly Diagnostic[] {
  if (Object.keys(tasks).length > 0 || library !== undefined) return [];
  const message = 'There is no task in this file. Write one under tasks.';
  return [{ code: 'HED107', severity: 'error', message, path: [] }];
}
