import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import type { Output } from './io';
import { printLog } from './print-events';

const events = Array.from({ length: 2500 }, (_event, index) => ({ seq: index + 1 })) as unknown as RunEvent[];

/** A log of which one event cannot be read; 0: all can. */
function logOf(damaged: number) {
  return {
    async read(_id: string, from = 1, limit = Number.POSITIVE_INFINITY) {
      if (damaged >= from && damaged < from + limit) {
        throw new AppError('DAMAGED_RECORD', 'It cannot be read.', { details: { seq: damaged } });
      }
      return events.slice(from - 1, from - 1 + limit);
    },
  };
}

async function printed(damaged: number): Promise<number[]> {
  let out = '';
  const output: Output = {
    coloured: false,
    columns: undefined,
    taken: async () => {},
    write: (text) => {
      out += text;
    },
  };
  await printLog(output, logOf(damaged), 'run');
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).seq);
}

it('prints a log page by page, whole', async () => {
  expect(await printed(0)).toEqual(events.map(({ seq }) => seq));
});

it.each([1, 2, 1000, 1001, 1700, 2500])('prints of a damaged log what stands before event %i', async (damaged) => {
  expect(await printed(damaged)).toEqual(events.slice(0, damaged - 1).map(({ seq }) => seq));
});
