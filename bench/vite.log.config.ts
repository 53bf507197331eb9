import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'bench/log',
  base: './',
  resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
  worker: { format: 'es' },
  build: { outDir: '../../dist-bench/log-page', emptyOutDir: true, target: 'es2023' },
  preview: { host: '127.0.0.1' },
});
