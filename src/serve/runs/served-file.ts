import type { ServeOptions } from '../serve-options';

/**
 * The file that a run was started from. Undefined: it was sent, or it is from elsewhere and has the name of a served
 * workflow only, so nothing that was allowed for that one holds for it.
 */
export async function findServedFile(
  { sources }: ServeOptions['stores'],
  executionId: string,
): Promise<string | undefined> {
  const source = await sources?.get(executionId);
  return source === undefined || source.imported === true || source.file === '-' ? undefined : source.file;
}
