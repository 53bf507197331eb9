import type { BlobStore } from '@/engine/ports/blob-store';
import type { BlobRecord } from '../records';
import { decodePages } from './read-pages';
import { formatPayloadName, getUnpackedSize, readRecordPages } from './read-record';

/** What a database holds of payloads. */
export interface PayloadRecords {
  /** The record of a payload; undefined: there is none. Error: `DAMAGED_RECORD`. */
  readonly readRecord: (executionId: string, hash: string) => Promise<BlobRecord | undefined>;
  readonly readPage: (executionId: string, upload: string, page: number) => Promise<Uint8Array>;
}

/** Reads payloads whose records and pages are in a database. */
export interface PayloadReads extends Pick<BlobStore, 'get' | 'size' | 'stream'> {
  /** The bytes of a payload from `from` on. */
  pages(record: BlobRecord, from: number): AsyncIterable<Uint8Array>;
}

export function createPayloadReads({ readRecord, readPage }: PayloadRecords): PayloadReads {
  const readPagesFrom = (record: BlobRecord, from: number) => {
    const { executionId, hash } = record;
    return readRecordPages(record, from, formatPayloadName(executionId, hash), (upload, page) =>
      readPage(executionId, upload, page),
    );
  };
  return {
    pages: readPagesFrom,
    get: async (executionId, hash) => {
      const record = await readRecord(executionId, hash);
      return record && decodePages(readPagesFrom(record, 0));
    },
    size: async (executionId, hash) => {
      const record = await readRecord(executionId, hash);
      return record && getUnpackedSize(record);
    },
    stream: async (executionId, hash, from = 0) => {
      const record = await readRecord(executionId, hash);
      return record && readPagesFrom(record, from);
    },
  };
}
