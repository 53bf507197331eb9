import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '@/base/json-text';
import type { LimitStore } from '@/providers/limits/limit-share';
import { writeWholeText } from '@/storage/folder/write-whole';

const contents = z.record(z.string(), z.unknown());

/**
 * Stores what was sent to each provider within the last minute, as `limits.json` of a folder. A run that a later
 * process resumes therefore does not get a fresh minute. Rejects if it cannot be written; unreadable content counts as
 * empty.
 */
export function createLimitFile(folder: string): LimitStore {
  const path = join(folder, 'limits.json');
  const readStates = async () => {
    const text = await readFile(path, 'utf8').catch(() => '{}');
    return contents.safeParse(tryParseJson(text)).data ?? {};
  };
  let last: Promise<void> = Promise.resolve();
  return {
    load: async (provider) => {
      const all = await readStates();
      return Object.hasOwn(all, provider) ? all[provider] : undefined;
    },
    save: (provider, state) => {
      const writeState = async () =>
        writeWholeText(path, JSON.stringify({ ...(await readStates()), [provider]: state }));
      // One write after another: all providers are in one file.
      last = last.then(writeState, writeState);
      return last;
    },
  };
}
