import type { Result } from '@/base/result';
import type { Imported } from '@/formats/import-file';
import { loadLateCode } from '../late-api';

/** Reads what another program drew, if there is a reader for it: few files are such, so its code loads only then. */
export async function readForeign(file: Imported, text: () => Result<string, unknown>): Promise<Imported> {
  const isForeign = file.status === 'broken' && file.diagnostics.some(({ code }) => code === 'HED112');
  const read = isForeign ? text() : undefined;
  if (file.status !== 'broken' || read?.ok !== true) return file;
  const { importForeign } = await loadLateCode();
  const imported = importForeign(read.value);
  if (imported?.ok !== true) return file;
  const { diagnostics: _told, ...foreign } = imported.value;
  return { ...file, foreign };
}
