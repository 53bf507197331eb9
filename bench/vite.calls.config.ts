import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'bench/calls',
  base: './',
  resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
  worker: { format: 'es' },
  build: { outDir: '../../dist-bench/calls-page', emptyOutDir: true, target: 'es2023' },
  preview: { host: '127.0.0.1' },
});
