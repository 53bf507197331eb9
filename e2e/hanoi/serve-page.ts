import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin, preview } from 'vite';

/** Makes the page start another worker instead of its own. */
function withWorker(): Plugin {
  const own = `new URL('../engine.worker.ts', import.meta.url)`;
  let isFound = false;
  return {
    name: 'hanoi-worker',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/worker/border/client.ts')) return undefined;
      isFound = code.includes(own);
      return code.replace(own, `new URL('../../../e2e/hanoi/engine.worker.ts', import.meta.url)`);
    },
    buildEnd() {
      if (!isFound) throw new Error('The page does not start its worker as it did.');
    },
  };
}

/** Builds the page with a worker that moves disks, and serves it. */
export async function serveHanoiPage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'heddle-hanoi-'));
  const configFile = resolve('vite.config.ts');
  await build({ configFile, logLevel: 'error', plugins: [withWorker()], build: { outDir, emptyOutDir: true } });
  const server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0 } });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The page is not served.');
  return {
    url,
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
