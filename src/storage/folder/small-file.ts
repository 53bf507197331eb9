import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { isMissing } from './file-error';
import { fromLine, toLine } from './log-line';
import { createTemporaryName } from './write-whole';

/**
 * The value in a small file, a line with a checksum; undefined if the file is missing or damaged. Only for values that
 * can be computed again.
 */
export function readSmall<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    const bytes = readFileSync(path);
    return schema.safeParse(fromLine(bytes.subarray(0, bytes.at(-1) === 0x0a ? -1 : bytes.length))).data;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Creates or replaces a small file atomically, without flushing it. Errors: those of `node:fs`; the old file stays
 * then.
 */
export function writeSmall(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = createTemporaryName(path);
  try {
    writeFileSync(fresh, toLine(value));
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
