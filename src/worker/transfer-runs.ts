import { z } from 'zod';
import { AppError } from '@/base/errors';
import { maxPartBytes, type Runner } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import { readRunFile } from '@/storage/transfer/read-run-file';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import type { RunLocks } from './run-locks';

interface TransferOptions {
  readonly stores: Stores;
  readonly locks: RunLocks;
  readonly newId: () => string;
  /** ms since 1970. */
  readonly now: () => number;
  /** All keys and secrets that are at hand. */
  readonly secrets: () => readonly string[];
}

/** An export that is asked for piece by piece, and what of it did not go into the last piece. */
interface OpenExport {
  readonly pages: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  rest: Uint8Array<ArrayBuffer>;
}

/** Most exports that are open at once: of more the oldest was given up by who asked for it. */
const mostOpen = 8;

/** Runs as files, out of the stores and into them. */
export function transferRuns({
  stores,
  locks,
  newId,
  now,
  secrets,
}: TransferOptions): Pick<Runner, 'exportRun' | 'importRun'> {
  const open = new Map<string, OpenExport>();

  function begin(executionId: string, payloads: boolean): string {
    const [oldest] = open.keys();
    if (oldest !== undefined && open.size === mostOpen) open.delete(oldest);
    const token = newId();
    const pages = writeRunFile(stores, executionId, { payloads, secrets: secrets() });
    open.set(token, { pages, rest: new Uint8Array() });
    return token;
  }

  return {
    exportRun: async (executionId, withPayloads, next) => {
      const token = next ?? begin(executionId, withPayloads);
      const run = open.get(token);
      if (run === undefined) throw new AppError('VALIDATION_ERROR', 'This export was given up. Begin it anew.');
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
    },
    importRun: async (workflowId, file) => {
      const id = newId();
      // While it comes in nobody takes it up.
      const hold = await locks.hold(id);
      try {
        await stores.settings.put(importing, [...(await begunImports(stores)), id]);
        await readRunFile(pagesOf(file), { stores, id, workflowId, now: now() });
        await forget(stores, id);
      } finally {
        hold?.release();
      }
      return id;
    },
  };
}

/** The setting that names the runs that are coming in: of one that broke off the rest would be done, and paid for, anew. */
const importing = 'importing';

/** Removes what is kept of runs that had not come in whole when their tab went away. */
export async function dropBrokenImports(stores: Stores, locks: RunLocks): Promise<void> {
  for (const id of await begunImports(stores)) {
    const hold = await locks.hold(id);
    if (hold === undefined) continue;
    await stores.executions.remove(id);
    await forget(stores, id);
    hold.release();
  }
}

async function begunImports({ settings }: Stores): Promise<readonly string[]> {
  return z
    .array(z.string())
    .catch([])
    .parse(await settings.get(importing));
}

async function forget(stores: Stores, id: string): Promise<void> {
  const left = (await begunImports(stores)).filter((one) => one !== id);
  await stores.settings.put(importing, left);
}

/** The bytes of a file. */
async function* pagesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += maxPartBytes) {
    yield new Uint8Array(await file.slice(from, from + maxPartBytes).arrayBuffer());
  }
}
