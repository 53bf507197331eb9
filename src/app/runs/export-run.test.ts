import { expect, it } from 'vitest';
import type { Runner } from '@/run/runner';
import { createBlobTarget, writeRun } from './export-run';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A runner that exports these pieces. */
function exporting(pieces: readonly string[]): { runner: Pick<Runner, 'exportRun'>; asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    runner: {
      exportRun: async (_, withPayloads, next = '0') => {
        asked.push([withPayloads, next]);
        const index = Number(next);
        const piece = pieces[index];
        if (piece === undefined) throw new Error('no disk');
        return { bytes: bytes(piece), next: index + 1 < pieces.length || piece === 'torn' ? String(index + 1) : null };
      },
    },
  };
}

it('writes a run piece by piece into a blob, with or without its long texts', async () => {
  const { runner, asked } = exporting(['{"a":1}\n', '{"b":', '2}\n']);
  let saved: Blob | undefined;
  const told: number[] = [];
  const target = createBlobTarget((blob) => {
    saved = blob;
  });
  await writeRun(runner, 'one', false, target, (sum) => told.push(sum));
  expect(await saved?.text()).toBe('{"a":1}\n{"b":2}\n');
  expect(asked).toEqual([
    [false, '0'],
    [false, '1'],
    [false, '2'],
  ]);
  expect(told).toEqual([8, 13, 16]);
});

it('lets go of the file, and saves nothing, where a piece cannot be read', async () => {
  const { runner } = exporting(['torn']);
  let aborted = 0;
  const target = {
    write: async () => {},
    close: () => Promise.reject(new Error('closed')),
    abort: async () => void aborted++,
  };
  await expect(writeRun(runner, 'one', true, target)).rejects.toThrow('no disk');
  expect(aborted).toBe(1);
});
