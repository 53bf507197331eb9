import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { guidePages } from './scripts/guide-pages.mjs';
import { licences } from './scripts/licences.mjs';
import { precache } from './scripts/precache.mjs';
import { preloadPage } from './scripts/preload-page.mjs';

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

export default defineConfig({
  plugins: [
    ...[react(), contentSecurity, preloadPage('page'), guidePages(), collect()],
    ...[precache('src/app/offline/service-worker.ts', collect), write],
  ],
  base: './',
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // The guide, whose sentences the forms show.
      guide: fileURLToPath(new URL('./docs/guide', import.meta.url)),
    },
  },
  // What workers share is told from what the page loads by its name.
  worker: {
    format: 'es',
    plugins: () => [collect()],
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/worker-[name]-[hash].js',
        // What starts a worker is one file with all that it imports, whatever parts that load later share with it. The
        // file that the worker is made of only imports it: WebKit evaluates that one again when another imports it.
        codeSplitting: {
          groups: [{ name: 'start', test: /\/start-(engine|documents|javascript|bash)\.ts$|rolldown.runtime/ }],
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
            // What is drawn right after it, and by the first click: one file in place of eighty.
            {
              name: 'soon',
              test: /\/src\/(editor\/(tree\/tree|inspectors\/(task-fields|settings\/workflow-settings))|viewer\/output\/task-output)\.tsx$/,
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
