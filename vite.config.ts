import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { aliases } from './scripts/aliases.mjs';
import { filePage } from './scripts/file-page.mjs';
import { guidePages } from './scripts/guide-pages.mjs';
import { licences } from './scripts/licences.mjs';
import { precache } from './scripts/precache.mjs';
import { preloadPage } from './scripts/preload-page.mjs';
import { nameSharedChunk } from './scripts/shared-chunks.mjs';

const { collect, write } = licences();

/**
 * What the built page may do. `unsafe-inline` styles only because Monaco needs them; `wasm-unsafe-eval` for the
 * JavaScript sandbox; connections to any model endpoint that a person names.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' https: http:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Writes the policy into the built page, first of all that it loads. The dev server needs inline scripts and has none.
 */
const contentSecurity: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

/**
 * The file for what several parts of the page share: those that are fetched as soon as the first screen stands, or
 * others.
 */
function nameOfParts({
  id,
  parts,
  roots,
}: {
  readonly id: string;
  readonly parts: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}) {
  if (/\/monaco-/.test(id)) return 'monaco';
  return [...parts].some((part) => roots.has(part)) ? 'soon' : 'more';
}

/** The file for what several parts of the workers share, by which workers it is for. */
function nameOfWorkers({
  id,
  parts,
  roots,
}: {
  readonly id: string;
  readonly parts: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}) {
  const workers = [...roots].map((root) => /start-(\w+)\.ts$/.exec(root)?.[1] ?? '').sort();
  if (workers.some((name) => name === 'bash' || name === 'javascript')) return workers.length > 1 ? 'base' : null;
  const isNeededAtOnce = [...parts].some((part) => roots.has(part));
  // What speaks to servers is not kept for offline (scripts/precache.mjs).
  const isOfServers = /\/providers\/adapters\/|node_modules\/(@ai-sdk|@modelcontextprotocol|eventsource-parser)\//;
  if (!isNeededAtOnce && isOfServers.test(id)) return 'makers';
  return `${workers.join('-')}${isNeededAtOnce ? '' : '-later'}`;
}

export default defineConfig({
  plugins: [
    ...[react(), contentSecurity, preloadPage('page'), guidePages(), collect()],
    filePage(collect),
    ...[precache('src/app/offline/service-worker.ts', collect), write],
  ],
  base: './',
  resolve: { alias: aliases },
  // What workers share is told from what the page loads by its name.
  worker: {
    format: 'es',
    plugins: () => [collect()],
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/worker-[name]-[hash].js',
        codeSplitting: {
          groups: [
            // The file that workers are made of must not hold it: WebKit evaluates that one again when another imports
            // it.
            { name: 'runtime', test: /rolldown.runtime/ },
            { name: nameSharedChunk(nameOfWorkers, /\/start-(engine|documents|javascript|bash)\.ts$/) },
          ],
        },
      },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    modulePreload: {
      // What is loaded later needs these files too, but they are there by then.
      resolveDependencies: (_, names, { hostType }) =>
        hostType === 'js' ? names.filter((name) => !/\b(rolldown-runtime|start|page)-[\w-]{8}\.js$/.test(name)) : names,
    },
    // Each with all that it imports: what starts the workers, and the first screen, which many small files make larger.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: /\/src\/app\/main\.tsx$/, priority: 2 },
            { name: 'page', test: /\/src\/app\/page\.tsx$/, priority: 1 },
            // What several of the parts share that load after it.
            {
              name: nameSharedChunk(
                nameOfParts,
                /\/(edits|late-parts|left-parts|run-parts|drawer-parts|inspector|overlays|toast-list|later)\.tsx?$/,
              ),
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
  // Workers do not inherit the policy of a page's meta element: a server should send it as a header too.
  preview: {
    host: '127.0.0.1',
    headers: { 'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'none'` },
  },
});
