import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/base/errors';
import { nameProblem } from '@/base/name';
import { readYaml } from '@/formats/yaml/read-yaml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { computeNextVersion, summariseDefinitions } from '@/storage/summarise-definitions';
import { type Origin, readOrigin, writeOrigin } from '@/workflow/library/origin';
import type { DefinitionRepository, SavedVersion } from '@/workflow/library/saved-definition';

const suffix = '.yaml';

/**
 * Saved definitions as files in a folder: `NAME@VERSION.yaml`, each a workflow without tasks, to be read and reviewed
 * like any other. A missing folder holds none. Errors: `DAMAGED_RECORD`, and those of `node:fs`.
 */
export function createDefinitionFolder(folder: string): DefinitionRepository {
  const buildFile = (origin: Origin) => join(folder, `${writeOrigin(origin)}${suffix}`);
  const origins = async (): Promise<readonly Origin[]> => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.flatMap((name) => (name.endsWith(suffix) ? (readOrigin(name.slice(0, -suffix.length)) ?? []) : []));
  };
  const findNewest = async (name: string): Promise<number> =>
    Math.max(0, ...(await origins()).filter((one) => one.name === name).map(({ version }) => version));
  const readVersion = async (origin: Origin): Promise<SavedVersion> => {
    const file = buildFile(origin);
    const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const { document, saved, diagnostics } = readYaml(text);
    const found = document ?? saved;
    if (found?.library?.[origin.name] === undefined) {
      throw new AppError('DAMAGED_RECORD', `${file} does not hold the definition ${origin.name}.`, {
        advice: diagnostics[0]?.message ?? `Write it under library: { ${origin.name}: … }.`,
      });
    }
    const { heddle: _heddle, ...rest } = found;
    return { ...origin, savedAt: mtime.toISOString(), document: rest };
  };
  return {
    list: async () => summariseDefinitions(await Promise.all((await origins()).map(readVersion))),
    load: async (name, version) => {
      const wanted = version ?? (await findNewest(name));
      const isThere = (await origins()).some((one) => one.name === name && one.version === wanted);
      return isThere ? readVersion({ name, version: wanted }) : undefined;
    },
    save: async (name, document) => {
      const problem = nameProblem(name);
      if (problem !== undefined) throw new AppError('VALIDATION_ERROR', problem);
      const newest = await findNewest(name);
      const version = computeNextVersion(
        newest === 0 ? undefined : await readVersion({ name, version: newest }),
        document,
      );
      if (version === undefined) return newest;
      await mkdir(folder, { recursive: true });
      // A version is never replaced, not even by another process.
      await writeFile(buildFile({ name, version }), writeYaml(document), { flag: 'wx' });
      return version;
    },
    remove: async (name) => {
      const versions = (await origins()).filter((one) => one.name === name);
      await Promise.all(versions.map((origin) => rm(buildFile(origin), { force: true })));
    },
  };
}
