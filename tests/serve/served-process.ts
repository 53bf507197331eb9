import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect } from 'vitest';
import { builtCli } from '../support/built-cli';

/** A server that runs as a process of its own. */
export interface ServedProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it printed so far, on both streams. */
  said(): string;
  /** Resolves to its exit code when it has ended; null: by a signal. */
  readonly ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `heddle serve` in a folder, on a port that is free. */
export async function serveFolder(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServedProcess> {
  const child = spawn(await builtCli(), ['serve', '.', '--port', '0', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HEDDLE_HOME: `${folder}/.home`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const url = await new Promise<string>((resolve, reject) => {
    const take = (piece: unknown) => {
      text += String(piece);
      const [, at] = /^Heddle serves .* at (http:\S+)$/m.exec(text) ?? [];
      if (at !== undefined) resolve(at);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    ended.then((code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
  return {
    url,
    child,
    said: () => text,
    ended,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** An event of a stream: its number and its content. */
export interface Frame {
  readonly id: number | undefined;
  readonly name: string;
  readonly data: string;
}

/** The frames of a stream of server-sent events, as they arrive. It ends with the connection. */
export async function* framesOf(response: Response): AsyncGenerator<Frame> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
        const data = field('data');
        const id = field('id');
        if (data !== undefined)
          yield { id: id === undefined ? undefined : Number(id), name: field('event') ?? 'message', data };
      }
    }
  } catch {
    // The server was killed.
  }
}

/** What somebody sees who looks on at a run. */
export interface LookedOn {
  /** Kinds of the events so far. */
  readonly kinds: readonly string[];
  /** The text that streams at the path of a task, as the page shows it: of the newest call, until something ends it. */
  shown(task: string): string;
  /** All that was shown at it. */
  everShown(task: string): readonly string[];
  /** Resolves at the end of the stream. */
  readonly over: Promise<void>;
}

/** Looks on at a run, with the text that streams. */
export function lookOn({ url }: ServedProcess, id: string): LookedOn {
  const kinds: string[] = [];
  const live = new Map<string, { readonly call: string; readonly text: string }>();
  const ever: { readonly path: string; readonly text: string }[] = [];
  const read = async () => {
    for await (const { name, data } of framesOf(await fetch(`${url}/api/v1/runs/${id}/events/stream?live=true`))) {
      const { path, call, text, kind } = JSON.parse(data);
      if (name === 'delta') {
        const before = live.get(path);
        live.set(path, { call, text: before?.call === call ? before?.text + text : text });
        ever.push({ path, text: live.get(path)?.text ?? '' });
      } else if (name === 'message') {
        kinds.push(kind);
        // A task's start may be read after its first words: they come without a log.
        if (kind === 'task.started' || (kind !== 'model.replied' && !kind.startsWith('task.'))) continue;
        for (const at of live.keys()) if (at === path || at.startsWith(`${path}/`)) live.delete(at);
      }
    }
  };
  const isOf = (path: string, task: string) => path.startsWith(`task/${task}/`);
  return {
    kinds,
    shown: (task) =>
      [...live]
        .filter(([path]) => isOf(path, task))
        .map(([, { text }]) => text)
        .join('|'),
    everShown: (task) => ever.filter(({ path }) => isOf(path, task)).map(({ text }) => text),
    over: read(),
  };
}

/** Resident memory of a server, in bytes. */
export function memoryOf({ child }: ServedProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/**
 * Connects many clients to the event stream of a run that waits. As many as the server allows are held, the others are
 * refused, it does all else meanwhile, and it forgets those that leave. Resolves to the bytes by which it has grown.
 */
export async function holdStreams(
  served: ServedProcess,
  id: string,
  connections: number,
  held: number,
): Promise<number> {
  const before = memoryOf(served);
  const { hostname, port } = new URL(served.url);
  const open: ReturnType<typeof request>[] = [];
  const statuses = new Map<number, number>();
  const connectOne = () =>
    new Promise<void>((resolve) => {
      const stream = request({ hostname, port, path: `/api/v1/runs/${id}/events/stream`, agent: false }, (response) => {
        const { statusCode = 0 } = response;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        if (statusCode === 200) open.push(stream);
        else response.resume();
        resolve();
      });
      stream.on('error', () => resolve());
      stream.end();
    });
  for (let left = connections; left > 0; left -= 100) {
    await Promise.all(Array.from({ length: Math.min(100, left) }, connectOne));
  }
  expect(statuses).toEqual(
    new Map([
      [200, held],
      [503, connections - held],
    ]),
  );
  const grown = memoryOf(served) - before;
  expect((await fetch(`${served.url}/api/v1/runs/${id}`)).status).toBe(200);
  for (const stream of open) stream.destroy();
  const figures = async () => (await fetch(`${served.url}/metrics`)).text();
  await expect.poll(async () => /^heddle_event_streams 0$/m.test(await figures())).toBe(true);
  return grown;
}
