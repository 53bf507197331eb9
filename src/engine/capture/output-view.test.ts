import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import { CapturedStream } from './captured-stream';
import { buildSummaryView } from './output-view';

const encoder = new TextEncoder();

/** Captures bytes in pieces of the given sizes, which repeat. */
async function capture(
  bytes: Uint8Array,
  limit: number,
  strategy: 'head' | 'tail' | 'both',
  sizes: readonly number[] = [bytes.length],
) {
  const blobs = createMemoryBlobs();
  const stream = new CapturedStream({
    limit,
    strategy,
    open: () => blobs.open('run1', { maxBytes: 1e9, compress: false }),
  });
  for (let from = 0, turn = 0; from < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    await stream.write(bytes.slice(from, from + size));
    from += size;
  }
  return { ...(await stream.end(limit, 1e9)), blobs };
}

const captureText = (text: string, limit: number, strategy: 'head' | 'tail' | 'both') =>
  capture(encoder.encode(text), limit, strategy);

/** The text between the banners, and the missing bytes that these state; null: there are no banners. */
function partsOf(view: string) {
  const banner = /^--- Output \(showing (?:first|last|first\/last) ([\d/]+) bytes of (\d+)\) ---$/m;
  const [, shown, total] = banner.exec(view) ?? [];
  const [, missing] = /^--- \[(\d+) bytes truncated\] ---$/m.exec(view) ?? [];
  return { shown, total: Number(total), missing: Number(missing) };
}

describe('the view of a long output', () => {
  it('has the banners of the seed, by each strategy', async () => {
    const text = 'a'.repeat(25_000) + 'b'.repeat(25_000);
    expect((await captureText(text, 1000, 'head')).text).toBe(
      `--- Output (showing first 1000 bytes of 50000) ---\n${'a'.repeat(1000)}\n--- [49000 bytes truncated] ---`,
    );
    expect((await captureText(text, 1000, 'tail')).text).toBe(
      `--- [49000 bytes truncated] ---\n${'b'.repeat(1000)}\n--- Output (showing last 1000 bytes of 50000) ---`,
    );
    const half = 500;
    expect((await captureText(text, 1000, 'both')).text).toBe(
      `--- Output (showing first/last 500 bytes of 50000) ---\n${'a'.repeat(half)}\n--- [49000 bytes truncated] ---\n${'b'.repeat(half)}`,
    );
    expect(buildSummaryView('All passed.', 50_000, '.workflow_state/task_outputs/task_123.log')).toBe(
      '--- Output Summary (50000 bytes) ---\nAll passed.\n--- [Original output stored in: .workflow_state/task_outputs/task_123.log] ---',
    );
  });

  it('rounds half of an odd limit down, and tells what is really missing', async () => {
    const { text, shown } = await captureText('x'.repeat(100), 11, 'both');
    expect(text).toBe('--- Output (showing first/last 5 bytes of 100) ---\nxxxxx\n--- [90 bytes truncated] ---\nxxxxx');
    expect(shown).toBe(10);
  });

  it('shows less than the limit where a code point would be split, and says how much', async () => {
    expect((await captureText('ééééé', 3, 'head')).text).toBe(
      '--- Output (showing first 2 bytes of 10) ---\né\n--- [8 bytes truncated] ---',
    );
    expect((await captureText('ééééé', 3, 'tail')).text).toBe(
      '--- [8 bytes truncated] ---\né\n--- Output (showing last 2 bytes of 10) ---',
    );
    expect((await captureText('aéééé', 6, 'both')).text).toBe(
      '--- Output (showing first/last 3/2 bytes of 9) ---\naé\n--- [4 bytes truncated] ---\né',
    );
  });

  it('is the output itself where that is not too long, and then nothing is stored', async () => {
    const { text, truncated, stored, blobs } = await captureText('Grüße', 7, 'tail');
    expect({ text, truncated, stored }).toEqual({ text: 'Grüße', truncated: false, stored: undefined });
    expect(blobs.texts.size).toBe(0);
  });

  it('is of the same bytes in whatever pieces they come; shown and missing make the whole, which is stored', async () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '€', '👋'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.nat(40),
        fc.constantFrom('head', 'tail', 'both'),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (text, limit, strategy, sizes) => {
          const bytes = encoder.encode(text);
          const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
          const inPieces = await capture(bytes, limit, strategy, sizes);
          const { text: view, truncated, shown, isText, stored, blobs } = inPieces;
          expect(view).toBe((await capture(bytes, limit, strategy)).text);
          expect(isText).toBe(true);
          expect(truncated).toBe(bytes.length > limit);
          if (!truncated) {
            expect(view).toBe(whole);
            return;
          }
          expect(await blobs.get('run1', stored?.ref ?? '')).toBe(whole);
          const lines = view.split('\n--- [');
          const head = strategy === 'tail' ? '' : view.slice(view.indexOf('\n') + 1, view.lastIndexOf('\n--- ['));
          const from = strategy === 'head' ? '' : view.slice(view.indexOf('truncated] ---\n') + 15);
          const tail = strategy === 'tail' ? from.slice(0, from.lastIndexOf('\n--- Output')) : from;
          // A text that looks like a banner would confuse this test, not the view.
          if (whole.includes('---') || lines.length > 2) return;
          expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
          expect(encoder.encode(head + tail).length).toBe(shown);
          expect(shown).toBeLessThanOrEqual(limit);
          expect(shown).toBeGreaterThan(limit - 8);
          expect(partsOf(view)).toMatchObject({ total: bytes.length, missing: bytes.length - shown });
        },
      ),
    );
  });

  it('stays within its limit as a text, whatever the bytes are, and tells those that are no UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 80 }),
        fc.nat(60),
        fc.constantFrom('head', 'tail', 'both'),
        async (bytes, limit, strategy) => {
          const { text, truncated, isText } = await capture(bytes, limit, strategy, [3, 1, 7]);
          const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
          expect(isText).toBe(Buffer.from(whole).equals(Buffer.from(bytes)));
          const banners = truncated ? text.match(/^--- (Output \(.*\)|\[\d+ bytes truncated\]) ---$/gm) : [];
          const around =
            (banners ?? []).reduce((sum, banner) => sum + banner.length, 0) + (strategy === 'both' ? 3 : 2);
          expect(encoder.encode(text).length).toBeLessThanOrEqual(truncated ? limit + around : limit);
        },
      ),
    );
  });
});
