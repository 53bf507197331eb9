import { AppError } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Definition, WorkflowDocument } from '@/workflow/document';
import { putDefinition } from '@/workflow/library/put-definition';
import type { SavedVersion } from '@/workflow/library/saved-definition';
import { requestText } from '@/workflow/matching/rank-templates';
import { type Candidate, rankTexts } from '@/workflow/matching/rank-texts';
import type { TaskId } from '@/workflow/names';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { libraryFolder } from '../library/library-folder';

/** Makes a document into one whose only task calls the definition that fits a sentence best. */
export type MatchedCall = (document: WorkflowDocument, given: JsonObject) => Result<WorkflowDocument, string>;

/**
 * A match of a sentence with the definitions of a document and the saved ones, as `heddle match` ranks them. Values
 * with the names of parameters are its arguments. The sentence itself is the argument if only one is left to be given.
 * Refused with a message if the saved ones cannot be read.
 */
export async function readMatchedCall(
  io: Io,
  sentence: string,
  folder: string | undefined,
): Promise<Result<MatchedCall, string>> {
  const place = libraryFolder(io, folder);
  try {
    const definitions = io.machine.definitions(place);
    const listed = await definitions.list();
    const newest = await Promise.all(listed.map(({ name }) => definitions.load(name)));
    const saved = new Map(newest.flatMap((one) => (one === undefined ? [] : [[one.name, one] as const])));
    return ok((document, given) => callBest(document, sentence, given, saved));
  } catch (error) {
    if (error instanceof AppError) return err(`${error.message} ${error.advice ?? ''}`.trim());
    return err(`${place}: ${explainFsError(error)}`);
  }
}

function callBest(
  document: WorkflowDocument,
  sentence: string,
  given: JsonObject,
  saved: ReadonlyMap<string, SavedVersion>,
): Result<WorkflowDocument, string> {
  const { layout: _layout, ...settings } = document;
  // What the document has of a name is meant before what is saved under it.
  const all = new Map(
    [...saved].map(
      ([
        name,
        {
          document: { library },
        },
      ]) => [name, library?.[name]],
    ),
  );
  for (const [name, definition] of Object.entries(document.library ?? {})) all.set(name, definition);
  const candidates = [...all].flatMap(([name, definition]) => definition?.task && candidateOf(name, definition));
  const [best] = rankTexts(
    sentence,
    candidates.filter((one) => one !== undefined),
  );
  const definition = best && all.get(best.id);
  if (best === undefined || definition === undefined) {
    return err(`No definition fits “${sentence}”. There are: ${[...all.keys()].join(', ') || 'none'}.`);
  }
  const its = Object.hasOwn(document.library ?? {}, best.id) ? undefined : saved.get(best.id);
  const held = its === undefined ? ok(settings) : putDefinition(settings, { saved: its, keepsOrigin: true });
  if (!held.ok) return err(held.error.message);
  const call = { type: 'call' as const, ref: best.id, args: argumentsOf(definition, sentence, given) };
  return ok({ ...held.value, tasks: { [best.id as TaskId]: call } });
}

function candidateOf(name: string, { description = '', criteria = '' }: Definition): Candidate {
  return { id: name, about: `${name}\n${requestText(criteria)}`, content: description };
}

function argumentsOf({ parameters = [] }: Definition, sentence: string, given: JsonObject): Record<string, Json> {
  const named = parameters.filter(({ name }) => Object.hasOwn(given, name));
  const open = parameters.filter(
    ({ name, default: otherwise }) => otherwise === undefined && !Object.hasOwn(given, name),
  );
  const [only, ...others] = open;
  const isSentence = only !== undefined && others.length === 0 && ['string', 'any'].includes(only.type ?? 'any');
  return {
    ...Object.fromEntries(named.map(({ name }) => [name, { from: name }])),
    ...(isSentence ? { [only.name]: sentence.replaceAll('{{', '\\{{') } : {}),
  };
}
