import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'bench/bare',
  base: './',
  plugins: [react()],
  build: { outDir: '../../dist-bench', emptyOutDir: true, target: 'es2023' },
  preview: { host: '127.0.0.1' },
});
