import { AppError } from '@/base/errors';
import { maxPartBytes, type Runner } from '@/run/runner';

/** An export that is asked for piece by piece, and what of it did not go into the last piece. */
interface OpenExport {
  readonly pages: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  rest: Uint8Array<ArrayBuffer>;
}

/** Most exports that are open at once: of more the oldest was given up by who asked for it. */
const mostOpen = 8;

/**
 * Gives runs as files to the page, a message for each piece. `write` writes one, with its payloads if they are wanted.
 */
export function createExportPieces(
  write: (executionId: string, withPayloads: boolean) => AsyncGenerator<Uint8Array<ArrayBuffer>>,
  newId: () => string,
): Runner['exportRun'] {
  const open = new Map<string, OpenExport>();

  function begin(executionId: string, withPayloads: boolean): string {
    const [oldest] = open.keys();
    if (oldest !== undefined && open.size === mostOpen) open.delete(oldest);
    const token = newId();
    open.set(token, { pages: write(executionId, withPayloads), rest: new Uint8Array() });
    return token;
  }

  return async (executionId, withPayloads, next) => {
    const token = next ?? begin(executionId, withPayloads);
    const run = open.get(token);
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
      open.delete(token);
      throw error;
    }
    open.delete(token);
    return { bytes: bytes.slice(0, filled), next: null };
  };
}
