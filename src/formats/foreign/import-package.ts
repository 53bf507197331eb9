import { err, ok, type Result } from '@/base/result';
import { checkMembers, mayBePackage, type PackedFile } from './check-members';
import { readPackage } from './dify/read-package';
import { type ForeignImport, importForeignFiles } from './import-foreign';

/**
 * Reads an archive of another program: each app in it as a workflow, or why it is none; else why nothing is read.
 * Undefined: it is no such archive. An app that another one runs is a function of that one's library too. Runs nothing
 * of it.
 */
export async function importPackage(
  files: readonly PackedFile[],
): Promise<Result<readonly Result<ForeignImport, string>[], string> | undefined> {
  if (!mayBePackage(files)) return undefined;
  const members = checkMembers(files);
  if (!members.ok) return members;
  const texts = await readPackage(members.value);
  if (texts?.ok !== true) return texts;
  const imported = importForeignFiles(texts.value);
  return ok(imported.flatMap((one) => one ?? [err('There is no reader for it.')]));
}
