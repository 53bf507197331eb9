import { AppError } from '@/base/errors';
import { maxPartBytes, type Runner } from '@/run/runner';

/** An export that the page reads piece by piece, with the bytes that did not fit into the last piece. */
interface OpenExport {
  readonly pages: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  rest: Uint8Array<ArrayBuffer>;
}

/** The most exports that are open at once: the oldest is dropped, because its reader gave it up. */
const mostOpen = 8;

/**
 * Sends runs as files to the page, one message for each piece. `write` writes one run, optionally with its payloads.
 */
export function createExportPieces(
  write: (executionId: string, withPayloads: boolean) => AsyncGenerator<Uint8Array<ArrayBuffer>>,
  newId: () => string,
): Runner['exportRun'] {
  const openExports = new Map<string, OpenExport>();

  function beginExport(executionId: string, withPayloads: boolean): string {
    const [oldest] = openExports.keys();
    if (oldest !== undefined && openExports.size === mostOpen) openExports.delete(oldest);
    const token = newId();
    openExports.set(token, { pages: write(executionId, withPayloads), rest: new Uint8Array() });
    return token;
  }

  return async (executionId, withPayloads, next) => {
    const token = next ?? beginExport(executionId, withPayloads);
    const run = openExports.get(token);
    if (run === undefined) throw new AppError('VALIDATION_ERROR', 'This export was abandoned. Start it again.');
    const bytes = new Uint8Array(maxPartBytes);
    let filled = 0;
    try {
      for (;;) {
        const taken = run.rest.subarray(0, bytes.length - filled);
        bytes.set(taken, filled);
        filled += taken.length;
        run.rest = run.rest.subarray(taken.length);
        if (filled === bytes.length) return { bytes, next: token };
        const page = await run.pages.next();
        if (page.done === true) break;
        run.rest = page.value;
      }
    } catch (error) {
      openExports.delete(token);
      throw error;
    }
    openExports.delete(token);
    return { bytes: bytes.slice(0, filled), next: null };
  };
}
