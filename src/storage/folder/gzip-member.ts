import { joinBytes } from '@/base/bytes';

/**
 * The form of a payload's file that is gzip: a member for each page, which says in its header, where gzip leaves room
 * for such, how long it is, and at the end an empty member that says how long all is. So pages are passed over unread,
 * and a file that was cut short is told; for any other tool it is plain gzip.
 */

const gzipHead = 10;
const flagExtra = 4;
/** Length of all extra fields, id and length of ours, and two numbers of four bytes. */
const extra = 2 + 4 + 8;
const idOfPage = [0x48, 0x50] as const;
const idOfEnd = [0x48, 0x45] as const;
/** An empty text as `deflate`, its checksum, its length. */
const emptyBody = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** Bytes by which a member begins that is a page. */
export const memberHeadBytes = gzipHead + extra;
/** Bytes of the last member. */
export const endMarkBytes = memberHeadBytes + emptyBody.length;

/** Bytes of a page in its file, and unpacked. */
export interface MemberHead {
  readonly packed: number;
  readonly bytes: number;
}

/** A page as it stands in the file, of gzip without extra fields. */
export function toMember(gzip: Uint8Array, bytes: number): Uint8Array {
  const head = memberHead(idOfPage, gzip.length + extra, bytes);
  return joinBytes([head, gzip.subarray(gzipHead)]);
}

/** What the beginning of a page says of it; undefined if it is none. */
export function readMemberHead(bytes: Uint8Array): MemberHead | undefined {
  const numbers = readHead(idOfPage, bytes);
  return numbers && { packed: numbers[0], bytes: numbers[1] };
}

/** The last member of a file whose pages have so many bytes unpacked. */
export function endMark(bytes: number): Uint8Array {
  const head = memberHead(idOfEnd, Math.floor(bytes / 2 ** 32), bytes % 2 ** 32);
  return joinBytes([head, Uint8Array.from(emptyBody)]);
}

/** Bytes of all pages unpacked, by the last member; undefined if it is none. */
export function readEndMark(bytes: Uint8Array): number | undefined {
  const numbers = readHead(idOfEnd, bytes);
  return numbers && numbers[0] * 2 ** 32 + numbers[1];
}

type Id = readonly [number, number];

function memberHead([one, two]: Id, first: number, second: number): Uint8Array {
  const head = new Uint8Array(memberHeadBytes);
  // Packed by `deflate`, at no certain time, by no certain system.
  head.set([0x1f, 0x8b, 8, flagExtra, 0, 0, 0, 0, 0, 0xff, extra - 2, 0, one, two, 8, 0]);
  const view = new DataView(head.buffer);
  view.setUint32(memberHeadBytes - 8, first, true);
  view.setUint32(memberHeadBytes - 4, second, true);
  return head;
}

function readHead([one, two]: Id, bytes: Uint8Array): readonly [number, number] | undefined {
  const isOurs =
    bytes.length >= memberHeadBytes &&
    bytes[0] === 0x1f &&
    bytes[1] === 0x8b &&
    bytes[3] === flagExtra &&
    bytes[12] === one &&
    bytes[13] === two;
  if (!isOurs) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(memberHeadBytes - 8, true), view.getUint32(memberHeadBytes - 4, true)];
}
