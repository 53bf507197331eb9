import type { Json, JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Definition, WorkflowDocument } from '../document';
import { putDefinition } from '../library/put-definition';
import type { SavedVersion } from '../library/saved-definition';
import type { TaskId } from '../names';
import { rankDefinitions } from './rank-templates';

/**
 * A document whose only task calls the definition that fits a sentence best: of its own ones and the saved ones, as
 * `heddle match` ranks them. Values with the names of parameters are its arguments. The sentence itself is the argument
 * if only one is left to be given. Refused with a message if none fits.
 */
export function callBestMatch(
  document: WorkflowDocument,
  sentence: string,
  given: JsonObject,
  saved: ReadonlyMap<string, SavedVersion> = new Map(),
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
  const [best] = rankDefinitions(sentence, all);
  const definition = best && all.get(best.id);
  if (best === undefined || definition === undefined) {
    return err(`No definition fits “${sentence}”. There are: ${[...all.keys()].join(', ') || 'none'}.`);
  }
  const its = Object.hasOwn(document.library ?? {}, best.id) ? undefined : saved.get(best.id);
  const held = its === undefined ? ok(settings) : putDefinition(settings, { saved: its, keepsOrigin: true });
  if (!held.ok) return err(held.error.message);
  const call = { type: 'call' as const, ref: best.id, args: buildCallArguments(definition, sentence, given) };
  return ok({ ...held.value, tasks: { [best.id as TaskId]: call } });
}

function buildCallArguments(
  { parameters = [] }: Definition,
  sentence: string,
  given: JsonObject,
): Record<string, Json> {
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
