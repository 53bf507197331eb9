import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, loadConfigFromFile, type Plugin, preview } from 'vite';

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

function isPrecache(plugin: unknown): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === 'precache';
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
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, configFile);
  if (loaded === null) throw new Error('The page has no configuration.');
  // This worker calls models as the page's own does not, so that what is kept for offline would not be whole.
  const own = (loaded.config.plugins ?? []).flat().filter((one) => !isPrecache(one));
  await build({
    ...loaded.config,
    configFile: false,
    plugins: own,
    logLevel: 'error',
    worker: { ...loaded.config.worker, plugins: () => [...(loaded.config.worker?.plugins?.() ?? []), ...plugins()] },
    build: { ...loaded.config.build, outDir, emptyOutDir: true },
  });
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
