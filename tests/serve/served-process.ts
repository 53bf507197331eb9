import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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
