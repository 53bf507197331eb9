// A plugin of Vite that builds the service worker beside the page, and writes into it which files it keeps from the
// first visit on: what a person needs to go on offline. A file costs a browser some milliseconds, however small it is.
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
      const files = entriesOf(resolve(root, outDir));
      refuseMissing(resolve(root, outDir), files);
      const kept = JSON.stringify(files.filter(({ url }) => isKept(url)));
      const version = JSON.stringify(hashOf(Buffer.from(JSON.stringify(files))));
      await build({
        configFile: false,
        plugins: [collect()],
        ...{
          root,
          logLevel: 'warn',
          publicDir: false,
          define: { 'self.__WB_MANIFEST': kept, 'self.version': version },
        },
        build: {
          ...{ outDir, target, emptyOutDir: false },
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: fileName } },
        },
      });
    },
  };
}

/**
 * Whether a file is kept from the first visit on. The others are kept once they were looked at: pictures of the guide
 * (its pages are all in one file), examples and the gallery with their recordings, the schemas for other programs, the
 * check of XML by libxml2, and what speaks to servers of models and tools, which are not there offline.
 * @param {string} url
 */
export function isKept(url) {
  return !/^(guide\/(images|.*\.html)|examples|gallery|tutorial|schemas|licences\.md|sign-in\.|shared-run\.html)|^assets\/worker-(check-xsd|makers|openai|anthropic|google|compatible|mcp-client|experimental)/.test(
    url,
  );
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

/**
 * Throws if a file that is kept needs one that is not: offline it would not start.
 * @param {string} folder
 * @param {readonly { readonly url: string }[]} files
 */
function refuseMissing(folder, files) {
  for (const { url } of files.filter((one) => isKept(one.url) && /^assets\/.*\.js$/.test(one.url))) {
    const text = readFileSync(join(folder, url), 'utf8');
    for (const [, name] of text.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      if (!isKept(`assets/${name}`))
        throw new Error(`${url} is kept for offline, and needs assets/${name}, which is not.`);
    }
  }
}

/** @param {Buffer} bytes */
function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
