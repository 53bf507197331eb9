import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadTail } from './head-tail';

describe('the head and tail of a stream', () => {
  it('are its first and last bytes, in whatever pieces it comes', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.nat(50), fc.nat(50), fc.nat(60), (chunks, head, tail, count) => {
        const kept = new HeadTail(head, tail);
        for (const chunk of chunks) kept.write(chunk);
        const whole = chunks.flatMap((chunk) => [...chunk]);
        const isWhole = whole.length <= head + tail;
        expect(kept.bytes).toBe(whole.length);
        expect(kept.isWhole).toBe(isWhole);
        const [first, last] = isWhole ? [count, count] : [Math.min(count, head), Math.min(count, tail)];
        expect([...kept.start(count)]).toEqual(whole.slice(0, first));
        expect([...kept.end(count)]).toEqual(last === 0 ? [] : whole.slice(-last));
      }),
    );
  });
});
