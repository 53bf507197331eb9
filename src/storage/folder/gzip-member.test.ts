import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { endMark, endMarkBytes, memberHeadBytes, readEndMark, readMemberHead, toMember } from './gzip-member';

const text = 'A page of a payload. '.repeat(20);
const page = toMember(gzipSync(text), text.length);
/** The bytes of a header by which it is known, and those that may be any. */
const [known, free] = [
  [0, 1, 3, 12, 13],
  [4, 5, 6, 7, 8, 9],
];
const change = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

it('a page is gzip whose header has its lengths', () => {
  expect(readMemberHead(page)).toEqual({ packed: page.length, bytes: text.length });
  expect(readMemberHead(page.subarray(0, memberHeadBytes))).toEqual({ packed: page.length, bytes: text.length });
  for (const bytes of [0, text.length, 2 ** 32 - 1, 2 ** 32, 5 * 2 ** 32 + 7]) {
    expect(endMark(bytes)).toHaveLength(endMarkBytes);
    expect(readEndMark(endMark(bytes))).toBe(bytes);
  }
  expect(gunzipSync(Buffer.concat([page, page, endMark(2 * text.length)])).toString()).toBe(text + text);
});

it('a header of anything else, or cut off, is none', () => {
  expect(readMemberHead(page.subarray(0, memberHeadBytes - 1))).toBeUndefined();
  expect(readEndMark(endMark(1).subarray(0, memberHeadBytes - 1))).toBeUndefined();
  expect(readMemberHead(endMark(1))).toBeUndefined();
  expect(readMemberHead(gzipSync(text))).toBeUndefined();
  expect(readEndMark(page)).toBeUndefined();
  for (const at of known) {
    expect(readMemberHead(change(page, at))).toBeUndefined();
    expect(readEndMark(change(endMark(1), at))).toBeUndefined();
  }
  for (const at of free) expect(readMemberHead(change(page, at))).toEqual({ packed: page.length, bytes: text.length });
});
