import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin, preview } from 'vite';

/** Makes the page start another worker instead of its own. */
function createWorkerPlugin(onFound: () => void): Plugin {
  const own = `import('./start-engine')`;
  return {
    name: 'hanoi-worker',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/worker/any.worker.ts') || !code.includes(own)) return undefined;
      onFound();
      return code.replace(own, `import('../../e2e/hanoi/engine.worker.ts')`);
    },
  };
}

/** Builds the page with a worker that moves disks, and serves it. */
export async function serveHanoiPage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'heddle-hanoi-'));
  const configFile = resolve('vite.config.ts');
  let isFound = false;
  const plugins = () => [
    createWorkerPlugin(() => {
      isFound = true;
    }),
  ];
  await build({ configFile, logLevel: 'error', worker: { plugins }, build: { outDir, emptyOutDir: true } });
  if (!isFound) throw new Error('The page does not start its worker as it did.');
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
