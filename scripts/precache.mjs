// A plugin of Vite that builds the service worker beside the page, and writes into it which files it keeps: all of the
// built page but source maps.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { build } from 'vite';

const fileName = 'service-worker.js';

/**
 * @param {string} entry the source of the service worker
 * @param {() => import('vite').Plugin} collect makes a plugin that looks at what is built into it
 * @returns {import('vite').Plugin}
 */
export function precache(entry, collect) {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'precache',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // A build of its own, after that of the page: it knows all files then, and shares no code with them.
    async closeBundle() {
      const { root } = config;
      const { outDir, target } = config.build;
      const files = JSON.stringify(entriesOf(resolve(root, outDir)));
      await build({
        configFile: false,
        plugins: [collect()],
        ...{ root, logLevel: 'warn', publicDir: false, define: { 'self.__WB_MANIFEST': files } },
        build: {
          ...{ outDir, target, emptyOutDir: false },
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: fileName } },
        },
      });
    },
  };
}

/**
 * Each file with what tells its versions apart, in the form that workbox-precaching takes.
 * @param {string} folder
 */
function entriesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && entry.name !== fileName)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const url = relative(folder, path).split(sep).join('/');
      // Names in `assets` have a hash.
      return { url, revision: url.startsWith('assets/') ? null : hashOf(readFileSync(path)) };
    });
}

/** @param {Buffer} bytes */
function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
