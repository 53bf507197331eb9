import { joinBytes } from '@/base/bytes';

/**
 * The file format of a compressed payload: a gzip member for each page, with the lengths of the page in an extra field
 * of its header, and at the end an empty member with the length of the payload. So pages can be skipped unread, and
 * truncation is detected; other tools see plain gzip.
 */

const gzipHead = 10;
const flagExtra = 4;
/** Length of all extra fields; id and length of this one; two numbers of four bytes. */
const extra = 2 + 4 + 8;
const idOfPage = [0x48, 0x50] as const;
const idOfEnd = [0x48, 0x45] as const;
/** An empty text as `deflate`, followed by its checksum and its length. */
const emptyBody = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** Bytes of the header of a page's member. */
export const memberHeadBytes = gzipHead + extra;
/** Bytes of the last member. */
export const endMarkBytes = memberHeadBytes + emptyBody.length;

/** Bytes of a page: of its member in the file, and unpacked. */
export interface MemberHead {
  readonly packed: number;
  readonly bytes: number;
}

/** The member of a page, from gzip without extra fields. */
export function toMember(gzip: Uint8Array, bytes: number): Uint8Array {
  const head = buildMemberHead(idOfPage, gzip.length + extra, bytes);
  return joinBytes([head, gzip.subarray(gzipHead)]);
}

/** The lengths in the header of a page's member; undefined if it is none. */
export function readMemberHead(bytes: Uint8Array): MemberHead | undefined {
  const numbers = readHead(idOfPage, bytes);
  return numbers && { packed: numbers[0], bytes: numbers[1] };
}

/** The last member of a file whose pages have this many unpacked bytes. */
export function endMark(bytes: number): Uint8Array {
  const head = buildMemberHead(idOfEnd, Math.floor(bytes / 2 ** 32), bytes % 2 ** 32);
  return joinBytes([head, Uint8Array.from(emptyBody)]);
}

/** Unpacked bytes of all pages, read from the last member; undefined if it is none. */
export function readEndMark(bytes: Uint8Array): number | undefined {
  const numbers = readHead(idOfEnd, bytes);
  return numbers && numbers[0] * 2 ** 32 + numbers[1];
}

type Id = readonly [number, number];

function buildMemberHead([one, two]: Id, first: number, second: number): Uint8Array {
  const head = new Uint8Array(memberHeadBytes);
  // Compressed with `deflate`; time and system are unspecified.
  head.set([0x1f, 0x8b, 8, flagExtra, 0, 0, 0, 0, 0, 0xff, extra - 2, 0, one, two, 8, 0]);
  const view = new DataView(head.buffer);
  view.setUint32(memberHeadBytes - 8, first, true);
  view.setUint32(memberHeadBytes - 4, second, true);
  return head;
}

function readHead([one, two]: Id, bytes: Uint8Array): readonly [number, number] | undefined {
  const isHeddle =
    bytes.length >= memberHeadBytes &&
    bytes[0] === 0x1f &&
    bytes[1] === 0x8b &&
    bytes[3] === flagExtra &&
    bytes[12] === one &&
    bytes[13] === two;
  if (!isHeddle) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(memberHeadBytes - 8, true), view.getUint32(memberHeadBytes - 4, true)];
}
