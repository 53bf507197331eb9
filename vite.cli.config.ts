import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { lateLibrary } from './scripts/late-library.mjs';
import { licences } from './scripts/licences.mjs';

const { collect, write } = licences();

/** Lets the built file be started by its name. */
const executable: Plugin = {
  name: 'executable',
  writeBundle: ({ dir = '' }) => chmodSync(join(dir, 'heddle.js'), 0o755),
};

/**
 * What the page has built beside the command line, which takes it from there: the table of a tokenizer and the
 * interpreter of JavaScript are half as large as all else of the package. Built alone, the command line has its own.
 */
function sharedWithPage(): Plugin {
  const interpreter = 'emscripten-module.wasm';
  let folder = '';
  const findBuilt = (pattern: RegExp) => {
    const built = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
    return built.length === 1 ? built[0] : undefined;
  };
  return {
    name: 'shared-with-page',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, '../assets');
    },
    resolveId: {
      order: 'pre',
      filter: { id: /^gpt-tokenizer\/encoding\/o200k_base$/ },
      handler() {
        const built = findBuilt(/^worker-o200k_base-[\w-]{8}\.js$/);
        return built && { id: `../../assets/${built}`, external: true };
      },
    },
    transform: {
      filter: { id: /quickjs-wasmfile-release-sync\/.*\.m?js$/ },
      handler(code) {
        const built = findBuilt(/^emscripten-module-[\w-]{8}\.wasm$/);
        return built && code.replace(`new URL("${interpreter}"`, `new URL("../../assets/${built}"`);
      },
    },
    generateBundle() {
      if (findBuilt(/^emscripten-module-[\w-]{8}\.wasm$/) !== undefined) return;
      const source = readFileSync(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
      this.emitFile({ type: 'asset', fileName: `assets/${interpreter}`, source });
    },
  };
}

/**
 * The command line and the package: a file to start and one to import, and what only some commands need in files beside
 * them. Dependencies are bundled, but for the driver of PostgreSQL and the packages of Restate, which are loaded where
 * they are installed.
 */
export default defineConfig({
  plugins: [executable, sharedWithPage(), lateLibrary('re2js', 'RE2JS'), collect(), write],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      guide: fileURLToPath(new URL('./docs/guide', import.meta.url)),
      // As modules, of which what is not needed can be left out: for Node the library has only CommonJS.
      yaml: fileURLToPath(new URL('./node_modules/yaml/browser/index.js', import.meta.url)),
    },
  },
  define: { heddleVersion: JSON.stringify(manifest.version) },
  publicDir: false,
  ssr: { noExternal: true, external: ['pg', '@restatedev/restate-sdk', '@restatedev/restate-sdk-clients'] },
  build: {
    ssr: true,
    outDir: 'dist/cli',
    target: 'node20',
    minify: true,
    rolldownOptions: {
      input: {
        heddle: 'src/cli/heddle.ts',
        // What other programs import.
        index: 'src/embed/index.ts',
        // The sandboxes of scripts on a server, each started as a thread.
        'bash-thread': 'src/cli/serve/bash-thread.ts',
        'javascript-thread': 'src/cli/serve/javascript-thread.ts',
      },
      // Each file that a command loads costs a millisecond of its start, so what is loaded together is one file.
      output: {
        codeSplitting: {
          groups: [
            // The library as one object, with all languages in it: only the API of the server takes it.
            {
              name: 'whole-zod',
              test: /\/zod\/v4\/(locales\/(?!en\.js)|core\/index\.js|classic\/external\.js)/,
              priority: 5,
              includeDependenciesRecursively: false,
            },
            { name: 'start', test: /\/src\/cli\/(main|node-io)\.ts$|rolldown.runtime/, priority: 4 },
            { name: 'check', test: /\/src\/cli\/(commands\/validate|node-machine)\.ts$/, priority: 3 },
            { name: 'notations', test: /\/src\/formats\/read-any\.ts$/, priority: 2 },
            { name: 'run', test: /\/src\/(cli\/run\/start-run|engine\/run-plan)\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
});
