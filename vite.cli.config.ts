import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };

/** Lets the built file be started by its name. */
const executable: Plugin = {
  name: 'executable',
  writeBundle: ({ dir = '' }) => chmodSync(join(dir, 'heddle.js'), 0o755),
};

/**
 * The command line: one file to start, and what only some commands need in files beside it. Dependencies are bundled.
 */
export default defineConfig({
  plugins: [executable],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: { heddleVersion: JSON.stringify(manifest.version) },
  publicDir: false,
  ssr: { noExternal: true },
  build: { ssr: 'src/cli/heddle.ts', outDir: 'dist/cli', target: 'node20', minify: true },
});
