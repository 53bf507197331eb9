import { readFile } from 'node:fs/promises';
import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { buildGuideFiles } from '../../scripts/guide-pages.mjs';

/** What reaches the network or crosses to a worker stays Node's own, as the workers of the page have it. */
const ownOfNode = [
  ...['AbortController', 'AbortSignal', 'Headers', 'MessageChannel', 'MessagePort', 'Request', 'Response', 'fetch'],
  ...['ReadableStream', 'TransformStream', 'WritableStream', 'TextDecoderStream', 'CompressionStream'],
  ...['DecompressionStream', 'DOMException', 'Blob', 'File', 'FormData', 'URL', 'URLSearchParams', 'performance'],
];

const fromNetwork = globalThis.fetch;

/** Node's own, and the files that the page is served with. */
const fetchHere: typeof fetch = async (input, init) => {
  if (typeof input !== 'string' || !input.startsWith('/')) return fromNetwork(input, init);
  const file = input.startsWith('/guide/')
    ? buildGuideFiles().get(input.slice(1))
    : await readFile(`public${input}`).catch(() => undefined);
  return file === undefined
    ? new Response(null, { status: 404 })
    : new Response(typeof file === 'string' ? file : new Uint8Array(file));
};

/**
 * A page without layout for tests of components: happy-dom with Node's network, streams and ports. What only a browser
 * can show (sizes, focus across regions, storage, workers) is tested in e2e.
 */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'page',
  setup: async (global, options) => {
    const kept = ownOfNode.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const);
    const environment = await builtinEnvironments['happy-dom'].setup(global, options);
    for (const [name, own] of kept) if (own) Object.defineProperty(global, name, own);
    global.fetch = fetchHere;
    return environment;
  },
} satisfies Environment;
