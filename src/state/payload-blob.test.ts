import { expect, it } from 'vitest';
import { maxPartBytes, type Runner } from '@/run/runner';
import { readPayloadBlob } from './payload-blob';

const whole = Uint8Array.from({ length: 2.5 * maxPartBytes }, (_, n) => n % 251);
const runner: Pick<Runner, 'readBlobPart'> = {
  readBlobPart: async (_run, ref, from, bytes) =>
    ref === 'gone' ? undefined : { bytes: whole.slice(from, from + bytes), total: whole.length },
};

it('gathers all parts of a payload', async () => {
  const blob = await readPayloadBlob(runner, 'e1', 'ref');
  expect(Buffer.compare(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)), whole)).toBe(0);
  expect(await readPayloadBlob(runner, 'e1', 'gone')).toBeUndefined();
});

it('stops between two parts when it is not wanted any more', async () => {
  const stop = new AbortController();
  let reads = 0;
  const readBlobPart: Runner['readBlobPart'] = (...args) => {
    reads += 1;
    stop.abort();
    return runner.readBlobPart(...args);
  };
  await expect(readPayloadBlob({ readBlobPart }, 'e1', 'ref', stop.signal)).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect(reads).toBe(1);
});
