// Which tests run a file, by what imports what.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/**
 * `near` are the tests of the same module and those that import the file itself; `others` begin with those of the same
 * part of the program. Both begin with the fewest imports between.
 * @param {readonly string[]} sources
 */
export function readTests(sources) {
  const importers = readImporters(sources);
  /**
   * @param {string} module
   * @param {string} file
   * @param {(test: string) => boolean} isWanted
   * @returns {{ near: string[], others: string[] }}
   */
  return (module, file, isWanted) => {
    /** How many imports away each file is. */
    const away = new Map([[file, 0]]);
    for (const [reached, distance] of away) {
      for (const importer of importers.get(reached) ?? []) if (!away.has(importer)) away.set(importer, distance + 1);
    }
    const ownFiles = module.endsWith('.ts') ? `${module.slice(0, -3)}.` : `${module}/`;
    const part = `${file.split('/').slice(0, 2).join('/')}/`;
    /** @param {string} test */
    const isNear = (test) => test.startsWith(ownFiles) || away.get(test) === 1;
    // Breadth first, so they are in the order of their distance.
    const tests = [...away.keys()].filter(isWanted);
    const others = tests.filter((test) => !isNear(test));
    return {
      near: tests.filter(isNear),
      others: [...others.filter((it) => it.startsWith(part)), ...others.filter((it) => !it.startsWith(part))],
    };
  };
}

/** @param {readonly string[]} sources @returns {Map<string, string[]>} */
function readImporters(sources) {
  const known = new Set(sources);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of sources) {
    const source = readFileSync(file, 'utf8');
    const { module } = parseSync(file, source);
    const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
    const passedOn = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((it) => it.moduleRequest?.value ?? []),
    );
    // What is imported only when it is needed, between its quotation marks.
    const late = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1));
    for (const path of new Set([...imported, ...passedOn, ...late])) {
      const target = path.startsWith('@/') ? join('src', path.slice(2)) : join(dirname(file), path);
      const found = [target, `${target}.ts`, `${target}.tsx`, join(target, 'index.ts')].find((it) => known.has(it));
      if (found !== undefined) importers.set(found, [...(importers.get(found) ?? []), file]);
    }
  }
  return importers;
}
