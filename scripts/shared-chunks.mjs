// Which file of the build holds a module that several parts need. A part is what a dynamic import loads as a whole;
// what only it needs is in its own file, and what several need is in one of a few, so that a part is few files to load.

/**
 * What the bundler knows of its modules.
 * @typedef {{ importers: readonly string[], dynamicImporters: readonly string[], isEntry: boolean }} ModuleInfo
 * @typedef {{ getModuleInfo: (id: string) => ModuleInfo | null }} Graph
 */

/**
 * A module that several parts need. `parts`: the modules by which these begin. `roots`: the parts that are loaded first
 * of all, and lead to it in however many steps.
 * @typedef {{ id: string, parts: ReadonlySet<string>, roots: ReadonlySet<string> }} SharedModule
 */

/**
 * Makes the name of a group of chunks (`output.codeSplitting.groups`).
 * @param {(module: SharedModule) => string | null} name is asked of each module that at least two parts need; null: it
 *   is left to the bundler
 * @param {RegExp} isRoot which parts are loaded first of all
 * @returns {(id: string, graph: Graph) => string | null}
 */
export function nameSharedChunk(name, isRoot) {
  return (id, graph) => {
    const parts = findParts(id, graph);
    // Styles of parts are in few files, too.
    if (parts.size < (id.includes('.css') ? 1 : 2)) return null;
    /** @type {Set<string>} */
    const reached = new Set(parts);
    for (const part of reached) {
      const importers = isRoot.test(part) ? [] : (graph.getModuleInfo(part)?.dynamicImporters ?? []);
      for (const importer of importers) for (const one of findParts(importer, graph)) reached.add(one);
    }
    return name({ id, parts, roots: new Set([...reached].filter((one) => isRoot.test(one))) });
  };
}

/**
 * The parts that need a module: the modules, up its static importers, that something imports dynamically.
 * @param {string} id
 * @param {Graph} graph
 */
function findParts(id, graph) {
  const seen = new Set([id]);
  /** @type {Set<string>} */
  const parts = new Set();
  for (const one of seen) {
    const info = graph.getModuleInfo(one);
    if (info === null) continue;
    if (info.dynamicImporters.length > 0 || info.isEntry) parts.add(one);
    for (const importer of info.importers) seen.add(importer);
  }
  return parts;
}
