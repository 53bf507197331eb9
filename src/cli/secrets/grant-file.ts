import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '@/base/errors';
import { type SecretGrant, secretGrantSchema } from '@/plan/secrets/secret-grant';
import { isMissing } from '@/storage/folder/file-error';
import { writeFlushed } from '@/storage/folder/write-whole';
import { explainFsError } from '../explain-fs-error';

/** Where it is kept which secret a person has allowed for which origin. */
export interface GrantStore {
  /** Error `DAMAGED_RECORD`: the file cannot be read, so nothing is allowed. */
  all(): Promise<readonly SecretGrant[]>;
  change(make: (grants: readonly SecretGrant[]) => readonly SecretGrant[]): Promise<void>;
}

const fileSchema = z.strictObject({ version: z.literal(1), allowed: z.array(secretGrantSchema) });

/** The file `secrets.json` of a person's folder. It holds names and origins, never a secret. */
export function createGrantFile(folder: string): GrantStore {
  const path = join(folder, 'secrets.json');
  const readGrants = async (): Promise<readonly SecretGrant[]> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw createDamagedError(path, explainFsError(error));
    });
    if (text === undefined) return [];
    try {
      return fileSchema.parse(JSON.parse(text)).allowed;
    } catch {
      throw createDamagedError(path, 'it is not what Heddle writes');
    }
  };
  return {
    all: readGrants,
    change: async (make) => {
      const allowed = make(await readGrants());
      await mkdir(dirname(path), { recursive: true });
      await writeFlushed(path, `${JSON.stringify({ version: 1, allowed }, null, 2)}\n`);
    },
  };
}

function createDamagedError(path: string, why: string): AppError {
  return new AppError('DAMAGED_RECORD', `${path} cannot be read: ${why}.`, {
    advice: 'It says which secret may go where. Fix it, or remove it and allow them again.',
  });
}
