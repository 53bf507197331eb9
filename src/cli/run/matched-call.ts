import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '@/workflow/document';
import { callBestMatch } from '@/workflow/matching/matched-call';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { findLibraryFolder } from '../library/library-folder';

/** Makes a document into one whose only task calls the definition that fits a sentence best. */
export type MatchedCall = (document: WorkflowDocument, given: JsonObject) => Result<WorkflowDocument, string>;

/** A match with the definitions of a document and the saved ones. Refused with a message if these cannot be read. */
export async function readMatchedCall(
  io: Io,
  sentence: string,
  folder: string | undefined,
): Promise<Result<MatchedCall, string>> {
  const place = findLibraryFolder(io, folder);
  try {
    const definitions = io.machine.definitions(place);
    const listed = await definitions.list();
    const newest = await Promise.all(listed.map(({ name }) => definitions.load(name)));
    const saved = new Map(newest.flatMap((one) => (one === undefined ? [] : [[one.name, one] as const])));
    return ok((document, given) => callBestMatch(document, sentence, given, saved));
  } catch (error) {
    if (error instanceof AppError) return err(`${error.message} ${error.advice ?? ''}`.trim());
    return err(`${place}: ${explainFsError(error)}`);
  }
}
