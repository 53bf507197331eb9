import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '@/engine/ports';
import { bufferedBlob, textPage, textSize } from '../buffered-blob';
import { gunzip, gzip } from '../gzip';
import { hashPayload } from '../hash-payload';
import { damaged } from '../records';
import { fileError, isMissing } from './file-error';
import { runFolder } from './run-folder';

/** Shorter texts are kept as they are, to be read by any tool; in characters. */
const compressFrom = 4096;

/** Payloads as files under their hash; long ones are gzip, and end in `.gz`. */
export function createBlobFiles(root: string): BlobStore & {
  /** Resolves once every payload that was put for the run is on the disk. */
  flush(executionId: string): Promise<void>;
} {
  const unflushed = new Map<string, string[]>();
  let puts = 0;

  async function put(id: string, text: string): Promise<string> {
    const hash = await hashPayload(text);
    const { blobs } = runFolder(root, id);
    const long = text.length >= compressFrom;
    const path = join(blobs, long ? `${hash}.gz` : hash);
    if (await exists(path)) return hash;
    await mkdir(blobs, { recursive: true });
    // Under another name first: a crash leaves no half of a payload under its hash.
    const fresh = `${path}.${process.pid}-${puts++}.tmp`;
    await writeFile(fresh, long ? await gzip(text) : text);
    await rename(fresh, path);
    const own = unflushed.get(id);
    if (own === undefined) unflushed.set(id, [path]);
    else own.push(path);
    return hash;
  }

  const store: ReturnType<typeof createBlobFiles> = {
    put: (id, text) => put(id, text).catch((error: unknown) => Promise.reject(fileError(error))),
    open: (id) => bufferedBlob((text) => store.put(id, text)),
    size: async (id, hash) => textSize(await store.get(id, hash)),
    stream: async (id, hash, from) => {
      const text = await store.get(id, hash);
      return text === undefined ? undefined : textPage(text, from);
    },
    get: async (id, hash) => {
      const path = join(runFolder(root, id).blobs, hash);
      const text = (await readPlain(path)) ?? (await readGzip(`${path}.gz`, hash));
      // Also keeps a log that was tampered with from naming any other file.
      if (text !== undefined && (await hashPayload(text)) !== hash) throw damagedPayload(hash);
      return text;
    },
    remove: async (id, hash) => {
      const path = join(runFolder(root, id).blobs, hash);
      const paths = [path, `${path}.gz`];
      const kept = (unflushed.get(id) ?? []).filter((other) => !paths.includes(other));
      unflushed.set(id, kept);
      for (const each of paths) await rm(each, { force: true }).catch((error) => Promise.reject(fileError(error)));
    },
    flush: async (id) => {
      const paths = unflushed.get(id) ?? [];
      unflushed.delete(id);
      for (const path of paths) await flushFile(path);
    },
  };
  return store;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readPlain(path: string): Promise<string | undefined> {
  return (await readIfThere(path))?.toString('utf8');
}

async function readGzip(path: string, hash: string): Promise<string | undefined> {
  const bytes = await readIfThere(path);
  return (
    bytes &&
    gunzip(new Uint8Array(bytes)).catch((error: unknown) => {
      throw damagedPayload(hash, error);
    })
  );
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw fileError(error);
  });
}

function damagedPayload(hash: string, cause?: unknown) {
  return damaged(`payload ${hash.slice(0, 8)}`, cause);
}
