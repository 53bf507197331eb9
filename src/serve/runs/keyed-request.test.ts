import { expect, it } from 'vitest';
import { createKeyedRequest } from './keyed-request';

const of = (header: string, asked: unknown = {}, tokenId = 't') =>
  createKeyedRequest(header, tokenId, 'startRun', asked);

it('reads a key as a text in quotes, or the same without, and refuses all else', () => {
  const uuid = '8e03978e-40d5-43e8-bc93-6894a57f9324';
  expect(of(`"${uuid}"`)?.runId).toMatch(/^00000000-000000-[0-9a-f]{32}$/);
  expect(of(uuid)).toEqual(of(`"${uuid}"`));
  expect(of('"a \\"b\\""')).toBeDefined();
  expect(createKeyedRequest(undefined, 't', 'startRun', {})).toBeUndefined();
  for (const wrong of ['', '""', '"a', 'a"', '"a"b"', '"a", "b"', '"ä"', '"\\a"', 'a b', `"${'a'.repeat(256)}"`]) {
    expect(() => of(wrong)).toThrow('The header Idempotency-Key is not a text in quotes.');
  }
});

it('tells keys of different tokens apart, and requests by what they ask for', () => {
  expect(of('a')?.runId).not.toBe(of('a', {}, 'other')?.runId);
  const asked = (text: string) => ({ inputs: { a: 1, b: 2 }, files: [{ path: '/a', content: Buffer.from(text) }] });
  expect(of('a', asked('x'))).toEqual(of('a', { ...asked('x'), model: undefined }));
  expect(of('a', asked('x'))?.hash).not.toBe(of('a', asked('y'))?.hash);
  expect(of('a')?.hash).not.toBe(createKeyedRequest('a', 't', 'forkRun', {})?.hash);
});
