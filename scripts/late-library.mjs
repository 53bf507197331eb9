// A plugin of Vite for what is built for Node: a library that is read when something of it is first used.
import { fileURLToPath } from 'node:url';

/**
 * What matches in linear time takes a twentieth of the check of a file, to be read and to make its tables, and few
 * files have a pattern. A page could only wait for it; Node reads a module at once.
 * @param {string} library
 * @param {string} name what is exported
 * @returns {import('vite').Plugin}
 */
export function lateLibrary(library, name) {
  const facade = `\0late-${library}`;
  return {
    name: 'late-library',
    enforce: 'pre',
    // Beside the file that reads it, wherever both are.
    resolveFileUrl: ({ moduleId, relativePath }) =>
      moduleId === facade ? `new URL(${JSON.stringify(relativePath)}, import.meta.url).href` : null,
    resolveId: { order: 'pre', filter: { id: new RegExp(`^${library}$`) }, handler: () => facade },
    load: {
      filter: { id: new RegExp(`^${facade}$`) },
      handler() {
        const id = fileURLToPath(import.meta.resolve(library));
        const file = this.emitFile({ type: 'chunk', id, name: library });
        return `
          import { createRequire } from 'node:module';
          import { fileURLToPath } from 'node:url';
          let whole;
          const load = () => {
            whole ??= createRequire(import.meta.url)(fileURLToPath(import.meta.ROLLUP_FILE_URL_${file})).${name};
            return whole;
          };
          const bind = (value) => (typeof value === 'function' ? value.bind(load()) : value);
          export const ${name} = new Proxy({}, { get: (_, key) => bind(load()[key]) });
        `;
      },
    },
  };
}
