import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The Portkey gateway, a third-party program, between a client and a model server. */
export interface Portkey {
  /** Base URL of its chat completions and of the other endpoints it forwards. */
  readonly base: string;
  /** Headers that forward requests to a server: the provider whose protocol it speaks, and its base URL. */
  headersTo(provider: 'openai' | 'anthropic' | 'google', baseUrl: string): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('../../node_modules/@portkey-ai/gateway/build/start-server.js', import.meta.url));

/**
 * The gateway modifies the headers of streamed answers. With @hono/node-server 1.19 these are those of `fetch`, which
 * are immutable: each streamed answer would be a 500. This `fetch` returns mutable headers.
 */
const writableHeaders = `data:text/javascript,${encodeURIComponent(`
  const ask = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await ask(...request);
    return Object.defineProperty(response, 'headers', { value: new Headers(response.headers) });
  };
`)}`;

/** Starts the gateway as a process of its own on a free port; throws with its output if it does not answer. */
export async function startPortkey(): Promise<Portkey> {
  const port = await freePort();
  // Hosts of this machine are allowed only if they are trusted.
  const env = { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' };
  const child = spawn(process.execPath, ['--import', writableHeaders, script, `--port=${port}`, '--headless'], { env });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (written += String(part)));
  const url = `http://127.0.0.1:${port}`;
  if (!(await answers(url, child))) {
    await stop(child);
    throw new Error(`The Portkey gateway does not answer at ${url}:\n${written}`);
  }
  return {
    base: `${url}/v1`,
    headersTo: (provider, baseUrl) => ({ 'x-portkey-provider': provider, 'x-portkey-custom-host': baseUrl }),
    close: () => stop(child),
  };
}

/** Whether it answers within 30 seconds, while its process lives. */
async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (const end = Date.now() + 30_000; Date.now() < end && child.exitCode === null; ) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
