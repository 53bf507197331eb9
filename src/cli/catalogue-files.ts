import { mkdir, open, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { tryParseJson } from '@/base/json-text';
import type { CatalogueKey, CatalogueStore } from '@/providers/catalogue/catalogue-store';
import { isKnownVersion } from '@/providers/catalogue/is-readable';
import { isMissing } from '@/storage/folder/file-error';
import { writeFlushed } from '@/storage/folder/write-whole';
import { explainFsError } from './explain-fs-error';
import type { Env } from './processes/process-env';

/** More bytes than either file can reach. */
const maxBytes = 32 * 2 ** 20;

/**
 * The folder where Heddle stores a person's files: `$HEDDLE_HOME`, else `heddle` in `$XDG_CONFIG_HOME` or `~/.config`.
 */
export function findHomeFolder(env: Env): string {
  const own = env['HEDDLE_HOME']?.trim();
  if (own) return own;
  return join(env['XDG_CONFIG_HOME']?.trim() || join(homedir(), '.config'), 'heddle');
}

/**
 * Stores a catalogue as the files `models.json` and `prices.json` of a folder. No run depends on them: errors are
 * reported with `warn`, and an unreadable file is renamed to `.broken`. Two processes that write at the same moment may
 * lose what one of them learned, which costs one refused request.
 */
export function createCatalogueFiles(folder: string, warn: (message: string) => void): CatalogueStore {
  const buildCataloguePath = (key: CatalogueKey) => join(folder, `${key}.json`);
  const readCatalogue = async (key: CatalogueKey): Promise<unknown> => {
    const path = buildCataloguePath(key);
    const text = await readFile(path).catch((error: unknown) => {
      if (!isMissing(error)) warn(`${path}: ${explainFsError(error)} What it holds of models is not known.`);
      return undefined;
    });
    if (text === undefined) return undefined;
    const value = tryParseJson(text);
    if (value !== undefined && isKnownVersion(key, value)) return value;
    await setAside(path, warn);
    return undefined;
  };
  return {
    get: readCatalogue,
    update: async (key, change) => {
      const before = await readCatalogue(key);
      const after = change(before);
      if (after === before) return;
      try {
        await mkdir(folder, { recursive: true });
        await writeFlushed(
          buildCataloguePath(key),
          `${JSON.stringify(after ?? null, null, key === 'models' ? 2 : 0)}\n`,
        );
      } catch (error) {
        warn(`${buildCataloguePath(key)}: ${explainFsError(error)} What was learned of models is not kept.`);
      }
    },
  };
}

async function readFile(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    // A file that is too large counts as broken. Its start is not parsed.
    return size > maxBytes ? '' : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function setAside(path: string, warn: (message: string) => void): Promise<void> {
  const aside = `${path}.broken`;
  const done = await rename(path, aside).then(
    () => true,
    () => false,
  );
  warn(
    `${path} cannot be read. ${done ? `It is kept as ${aside}, and` : 'It is left alone, and'} Heddle continues without it.`,
  );
}
