import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits } from '@/run/event-data';
import { getTaskPath } from '@/run/journal-path';
import type { EditedThing, RunEdit, StoredEdit } from '@/run/run-edit';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';

/** Throws if a text that a person wrote for a run is not stored with it: the run would ask instead of giving it. */
export async function refuseLostEdits(
  blobs: Pick<RunStores['blobs'], 'size'>,
  id: string,
  edits: readonly StoredEdit[],
): Promise<void> {
  for (const edit of edits) {
    const { ref } = edit.text;
    if (ref !== undefined && (await blobs.size(id, ref)) === undefined) throw createLostEditError(edit);
  }
}

function createLostEditError({ path, of }: StoredEdit): AppError {
  const task = getTaskPath(path);
  return new AppError('VALIDATION_ERROR', `The ${words[of]} that was written for ${task} is not stored any more.`, {
    advice: `Write it again: What if, at ${task}.`,
    details: { path },
  });
}

const words: { readonly [K in EditedThing]: string } = { output: 'output', result: 'answer', prompt: 'prompt' };

/** The edits of a fork: those to store with it, and the long texts that are stored beside them. */
export interface EditsToStore {
  readonly edits: readonly StoredEdit[];
  readonly texts: readonly string[];
}

/**
 * The edits of a fork of a run: its own, and those of the run that it is forked from, where that was a fork with edits
 * too. Error `VALIDATION_ERROR`: a text of that run is not stored any more.
 */
export async function collectForkEdits(
  blobs: Pick<RunStores['blobs'], 'get'>,
  source: Pick<Execution, 'id' | 'forkedFrom'>,
  own: readonly RunEdit[],
): Promise<EditsToStore> {
  const places = new Set(own.map(({ of, path }) => `${of} ${path}`));
  const inherited = (source.forkedFrom?.edits ?? []).filter(({ of, path }) => !places.has(`${of} ${path}`));
  const texts: string[] = [];
  const edits: StoredEdit[] = [];
  for (const edit of inherited) {
    const { ref } = edit.text;
    const text = ref === undefined ? undefined : await blobs.get(source.id, ref);
    if (ref !== undefined && text === undefined) throw createLostEditError(edit);
    if (text !== undefined) texts.push(text);
    edits.push(edit);
  }
  for (const { path, of, text } of own) {
    const isShort = text.length <= eventTextLimits.result;
    const start = isShort ? text : cutToStart(text, eventTextLimits.result);
    if (!isShort) texts.push(text);
    edits.push({ path, of, text: { text: start, length: text.length, ...(isShort ? {} : { ref: hashText(text) }) } });
  }
  return { edits, texts };
}
