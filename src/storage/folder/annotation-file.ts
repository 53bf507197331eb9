import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '@/base/errors';
import { tryParseJson } from '@/base/json-text';
import { type AnnotationChange, type Annotations, annotationsSchema, applyAnnotationChange } from '@/run/annotations';
import { createDamagedRecordError } from '../records';
import { convertFileError, isMissing } from './file-error';
import { writeFlushed } from './write-whole';

const version = 1;
const fileSchema = annotationsSchema.extend({ version: z.literal(version) });

/**
 * What a person wrote about a run, in its folder; undefined: nothing. Errors: `DAMAGED_RECORD` if the file was damaged
 * or edited wrongly, `NEWER_VERSION`.
 */
async function readAnnotations(path: string, id: string): Promise<Annotations | undefined> {
  // Asked first, because most runs have none, and an error costs more than a look.
  if (!existsSync(path)) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw convertFileError(error);
  }
  const value = tryParseJson(text);
  const file = fileSchema.safeParse(value);
  if (file.success) {
    const { version: _version, ...annotations } = file.data;
    return annotations;
  }
  const newer = z.looseObject({ version: z.number().min(version + 1) });
  if (!newer.safeParse(value).success) throw createDamagedRecordError(`annotations.json of run ${id}`, file.error);
  throw new AppError('NEWER_VERSION', `A newer version of Heddle wrote annotations.json of run ${id}.`, {
    advice: 'Get the newest version of Heddle.',
  });
}

/** The same, for a list: what cannot be read does not hide the run. */
export function readSoundAnnotations(path: string, id: string): Promise<Annotations | undefined> {
  return readAnnotations(path, id).catch(() => undefined);
}

/** Changes them. A file that cannot be read stays as it is: errors are those of {@link readAnnotations}. */
export async function changeAnnotations(path: string, id: string, change: AnnotationChange): Promise<void> {
  const annotations = applyAnnotationChange(await readAnnotations(path, id), change);
  if (annotations === undefined) return rm(path, { force: true });
  await writeFlushed(path, `${JSON.stringify({ version, ...annotations }, null, 2)}\n`);
}
