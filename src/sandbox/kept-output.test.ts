import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeptOutput } from './kept-output';

it('keeps whole what fits, and else the head and the tail with the count of what is missing', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '👋'), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.integer({ min: 100, max: 2000 }), (texts, maxBytes) => {
      const kept = new KeptOutput(maxBytes);
      for (const one of texts) kept.write(one);
      const { chunks, dropped } = kept.end();
      const bytes = Buffer.concat([...chunks]);
      const whole = texts.join('');
      const printed = Buffer.byteLength(whole);
      expect(bytes.length).toBeLessThanOrEqual(maxBytes);
      expect(dropped).toBe(printed - bytes.length);
      if (printed <= maxBytes) {
        expect(bytes.toString()).toBe(whole);
        return;
      }
      const [head = '', missing, tail = ''] = bytes.toString().split(/\n--- \[(\d+) bytes truncated\] ---\n/);
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect(Buffer.byteLength(head) + Number(missing) + Buffer.byteLength(tail)).toBe(printed);
    }),
  );
});
