import { chmodSync, existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { AppError } from '@/base/errors';
import { type AccessToken, accessTokenSchema, type TokenStore } from '@/serve/access/access-token';
import { convertFileError, isMissing } from '@/storage/folder/file-error';
import { writeFlushed } from '@/storage/folder/write-whole';

const fileSchema = z.strictObject({ version: z.literal(1), tokens: z.array(accessTokenSchema) });

/**
 * Tokens in a file that only its owner can read. It is read again when it has changed, so that a token is valid, or is
 * not, as soon as it is made or revoked. Once the file exists, a token is needed, even if all of them are revoked.
 */
export function createTokenFile(path: string): TokenStore {
  let known: { readonly mark: string; readonly tokens: readonly AccessToken[] } | undefined;
  const readTokens = async (): Promise<readonly AccessToken[] | undefined> => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (known?.mark !== mark) known = { mark, tokens: parseTokens(await readFile(path, 'utf8'), path) };
      return known.tokens;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error instanceof AppError ? error : convertFileError(error);
    }
  };
  return {
    all: readTokens,
    change: async (edit) => {
      const tokens = edit((await readTokens()) ?? []);
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFlushed(path, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
        if (existsSync(path)) chmodSync(path, 0o600);
      } catch (error) {
        throw convertFileError(error);
      }
    },
  };
}

function parseTokens(text: string, path: string): readonly AccessToken[] {
  try {
    return fileSchema.parse(JSON.parse(text)).tokens;
  } catch {
    throw new AppError('DAMAGED_RECORD', `${path} cannot be read, so nobody gets in.`, {
      advice: 'Repair it, or remove it and make new tokens.',
    });
  }
}
