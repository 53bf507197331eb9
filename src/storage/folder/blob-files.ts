import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashLongText } from '@/base/hash';
import { createBlobWriter, maxPageBytes, wholeText, writeText } from '../blobs/blob-writer';
import type { ContentHash } from '../blobs/content-hash';
import { decodePages, verifyPages } from '../blobs/read-pages';
import { gzipText } from '../gzip';
import type { StoredPayloads } from '../stores';
import { createEachStream } from '../stream-each';
import { createBlobUpload } from './blob-upload';
import { convertFileError } from './file-error';
import { readBlobFile, readBlobFileSize } from './read-blob-file';
import { runFolder } from './run-folder';

/** Shorter texts are stored uncompressed, so that any tool can read them; in characters. */
const compressFrom = 4096;
/** A log that was tampered with may name any file: only hashes are looked up. */
const hashForm = /^[0-9a-f]{64}$/;

/** Payloads as files under their hash; long ones are gzip, and end in `.gz`. */
export function createBlobFiles(root: string): StoredPayloads & {
  /** Resolves once every payload that was put for the run is on disk. */
  flush(executionId: string): Promise<void>;
  /** Path of the file with a payload; it ends in `.gz` if the file is gzip. Undefined if there is none. */
  pathOf(executionId: string, hash: string): Promise<string | undefined>;
} {
  const unflushed = new Map<string, string[]>();
  let puts = 0;

  function toFlush(id: string, path: string): void {
    const own = unflushed.get(id);
    if (own === undefined) unflushed.set(id, [path]);
    else own.push(path);
  }

  async function putBlob(id: string, text: string): Promise<string> {
    const hash = await hashLongText(text);
    const { blobs } = runFolder(root, id);
    if ((await store.pathOf(id, hash)) !== undefined) return hash;
    if (text.length > maxPageBytes) return writeText(store.open(id, wholeText), text);
    const long = text.length >= compressFrom;
    const path = join(blobs, long ? `${hash}.gz` : hash);
    await mkdir(blobs, { recursive: true });
    // Written under another name first, so that a crash leaves no partial payload under its hash.
    const fresh = `${path}.${process.pid}-${puts++}.tmp`;
    await writeFile(fresh, long ? await gzipText(text) : text);
    await rename(fresh, path);
    toFlush(id, path);
    return hash;
  }

  async function stream(id: string, hash: string, from: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    const path = await store.pathOf(id, hash);
    if (path === undefined) return undefined;
    const what = formatPayloadName(hash);
    const pages = readBlobFile(path, from, what);
    return from === 0 ? verifyPages(pages, createFileHash(), hash, what) : pages;
  }

  const store: ReturnType<typeof createBlobFiles> = {
    put: (id, text) => putBlob(id, text).catch((error: unknown) => Promise.reject(convertFileError(error))),
    open: (id, options) => {
      const upload = createBlobUpload({
        folder: runFolder(root, id).blobs,
        compressed: options.compress,
        find: (hash) => store.pathOf(id, hash),
        onStored: (path) => toFlush(id, path),
      });
      return createBlobWriter(upload, options, createFileHash());
    },
    get: async (id, hash) => {
      const pages = await stream(id, hash, 0);
      return pages && decodePages(pages);
    },
    stream: (id, hash, from = 0) => stream(id, hash, from),
    streams: createEachStream((id, hash) => stream(id, hash, 0)),
    size: async (id, hash) => {
      const path = await store.pathOf(id, hash);
      return path === undefined ? undefined : readBlobFileSize(path, formatPayloadName(hash));
    },
    pathOf: async (id, hash) => {
      if (!hashForm.test(hash)) return undefined;
      const path = join(runFolder(root, id).blobs, hash);
      if (await isThere(path)) return path;
      return (await isThere(`${path}.gz`)) ? `${path}.gz` : undefined;
    },
    remove: async (id, hash) => {
      if (!hashForm.test(hash)) return;
      const path = join(runFolder(root, id).blobs, hash);
      const paths = [path, `${path}.gz`];
      const kept = (unflushed.get(id) ?? []).filter((other) => !paths.includes(other));
      unflushed.set(id, kept);
      for (const each of paths)
        await rm(each, { force: true }).catch((error) => Promise.reject(convertFileError(error)));
    },
    flush: async (id) => {
      const paths = unflushed.get(id) ?? [];
      unflushed.delete(id);
      for (const path of paths) await flushFile(path);
    },
  };
  return store;
}

/** The native hash, which is many times as fast. */
function createFileHash(hash: Hash = createHash('sha256')): ContentHash {
  return {
    update: (bytes) => void hash.update(bytes),
    copy: () => createFileHash(hash.copy()),
    hex: () => hash.digest('hex'),
  };
}

async function isThere(path: string): Promise<boolean> {
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

function formatPayloadName(hash: string): string {
  return `payload ${hash.slice(0, 8)}`;
}
