import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { RunEvent } from '@/run/events';
import type { EngineDeps } from '../deps';
import type { BlobStore } from '../ports/blob-store';
import type { Files } from '../ports/files';
import type { ReplayTurns } from './replay-turns';

/** What a replay reads from the world. It changes nothing there. */
export interface ReplaySource {
  /** The payloads of the run. */
  readonly blobs: BlobStore;
  /** Stores payloads that the replay makes and the run does not have. */
  readonly scratch: BlobStore;
  /** The catalogue, token counter and secrets of the run, and the files that it read. */
  readonly world: Pick<EngineDeps, 'catalogue' | 'tokens' | 'secretOf'> & {
    readonly files: Pick<Files, 'list' | 'read'>;
  };
}

interface ReplayWorldOptions extends ReplaySource {
  readonly turns: ReplayTurns;
  /** Whether the run ended by itself. */
  readonly ended: boolean;
  /** Receives the events of the replay. */
  readonly append: (events: readonly RunEvent[]) => Promise<void>;
}

/** A world without access to anything outside, for a run that starts from nothing and is not stored. */
export function replayWorld({ blobs, scratch, world, turns, ended, append }: ReplayWorldOptions): EngineDeps {
  const { catalogue, tokens, secretOf, files } = world;
  return {
    secretOf,
    catalogue: () => turns.during(catalogue),
    tokens: (models) => turns.during(() => tokens(models)),
    events: {
      append: (_id, events) => turns.during(() => append(events)),
      read: async () => [],
      find: async () => ({ events: [], next: null }),
      cut: async () => 0,
    },
    blobs: createOverlayBlobs(blobs, scratch, turns),
    checkpoints: {
      save: async () => 0,
      load: async () => ({ found: undefined, damaged: [] }),
    },
    models: {
      generate: (_request, { signal }) => turns.hang(signal),
      keyState: () => 'ready',
      whenReady: (_provider, signal) => turns.hang(signal),
    },
    scripts: { run: (_request, _sink, signal) => turns.hang(signal) },
    tools: {
      http: (_request, signal) => turns.hang(signal),
      mcpTools: (_server, signal) => turns.hang(signal),
      mcpCall: (_server, _tool, _args, signal) => turns.hang(signal),
      mcpResources: (_server, signal) => turns.hang(signal),
      mcpRead: (_server, _uri, signal) => turns.hang(signal),
      close: async () => {},
    },
    files: {
      list: () => turns.during(() => files.list()),
      read: (path) => turns.during(() => files.read(path)),
      write: async () => {},
      remove: async () => {},
    },
    person: {
      ask: (_id, { kind, problemOf }, signal) => {
        const mayWait = kind === 'approval' || problemOf !== undefined;
        return ended && !mayWait ? Promise.reject(createNobodyError()) : turns.hang(signal);
      },
    },
    clock: { now: () => turns.now, sleep: (ms, signal) => turns.sleep(ms, signal) },
    random: () => 0,
  };
}

/** The error for a question without an answer in the log: the run asked nobody, or nobody answered. */
function createNobodyError(): AppError {
  return new AppError('TASK_FAILURE', 'Nobody answers.', { details: { reason: 'no_person' } });
}

/** The payloads of the run, and above them those that only the replay makes. */
function createOverlayBlobs(blobs: BlobStore, scratch: BlobStore, turns: ReplayTurns): BlobStore {
  return {
    put: (id, text) =>
      turns.during(async () => {
        const hash = hashText(text);
        return (await blobs.size(id, hash)) === undefined ? scratch.put(id, text) : hash;
      }),
    get: (id, hash) => turns.during(async () => (await scratch.get(id, hash)) ?? blobs.get(id, hash)),
    open: (id, options) => scratch.open(id, options),
    stream: (id, hash, from) =>
      turns.during(async () => (await scratch.stream(id, hash, from)) ?? blobs.stream(id, hash, from)),
    size: (id, hash) => turns.during(async () => (await scratch.size(id, hash)) ?? blobs.size(id, hash)),
    remove: (id, hash) => scratch.remove(id, hash),
  };
}
