import { readdirSync } from 'node:fs';

/**
 * Paths of all files in a folder and those within it, but of installed packages, with `/` on every system, in the order
 * of their names.
 */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/'))
    .toSorted();
}
