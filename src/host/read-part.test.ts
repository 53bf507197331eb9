import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { readPayloadPart } from './read-part';

it('reads of a payload the part that is asked for, as far as there is one', async () => {
  const { blobs } = createMemoryStores({ now: () => 0 });
  const writer = blobs.open('e1', { maxBytes: 20_000, compress: false });
  const whole = Uint8Array.from({ length: 15_000 }, (_, n) => n % 251);
  await writer.write(whole);
  const { hash } = await writer.close();
  await fc.assert(
    fc.asyncProperty(fc.nat(16_000), fc.integer({ min: 1, max: 16_000 }), async (from, bytes) => {
      const part = await readPayloadPart(blobs, 'e1', hash, from, bytes);
      expect(part?.total).toBe(15_000);
      expect(Buffer.compare(part?.bytes ?? new Uint8Array(1), whole.slice(from, from + bytes))).toBe(0);
    }),
    { numRuns: 30 },
  );
  expect(await readPayloadPart(blobs, 'e1', 'no-such-hash', 0, 1)).toBeUndefined();
});
