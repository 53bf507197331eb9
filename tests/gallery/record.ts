import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@/cli/main';
import { createNodeIo } from '@/cli/node-io';
import { createNodeMachine } from '@/cli/node-machine';
import { startMakers } from '../../e2e/servers/makers/server';
import { findPace } from './model-paces';
import { readReplies } from './replies';
import { startTracker, trackerUrl } from './tracker';

export const folderOf = (name: string) => join('public/gallery', name);
export const workflowOf = (name: string) => join(folderOf(name), `${name}.heddle.yaml`);
export const recordingOf = (name: string) => join(folderOf(name), `${name}.recording.jsonl`);

/** Names of the workflows of the gallery, in its order: what shows most comes first. */
export const galleryNames = [
  'research-brief',
  'review-pull-request',
  'extract-invoice',
  'receipts-to-table',
  'triage-over-mcp',
  'test-driven-script',
  'announce-with-approval',
  'questions-over-files',
  'translate-in-parallel',
  'route-support-mail',
  'voted-stock-ledger',
  'best-of-subject-lines',
  'long-investigation',
] as const;

/** A command that ran in this process: its exit code, and what it printed. */
interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process. `env`: all of its environment. */
export async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  ask?: (question: string) => string,
): Promise<Ran> {
  const printed = { out: '', err: '' };
  const io = createNodeIo();
  const keep = (stream: 'out' | 'err') => ({
    coloured: false,
    columns: undefined,
    taken: async () => {},
    write: (text: string | Uint8Array) => {
      printed[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
    },
  });
  const person = ask && (async (text: string) => ask(text));
  const machine = { ...createNodeMachine(), env: { PATH: process.env['PATH'] ?? '', ...env }, ask: person };
  const code = await runCommandLine(args, { ...io, out: keep('out'), err: keep('err') }, () => machine, '0');
  return { code, ...printed };
}

/** A copy of the folder of a workflow, as some workflows write files. */
export function copyOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-gallery-'));
  cpSync(folderOf(name), folder, { recursive: true });
  return folder;
}

/**
 * Runs a workflow on servers that keep the rules of the makers and say what `replies` has, and writes the recording.
 * The workflow works on a copy of its folder.
 */
export async function record(name: string): Promise<void> {
  const replies = readReplies(name);
  const makers = await startMakers({ says: replies.says, pace: findPace });
  const tracker = await startTracker();
  const fetchIt = globalThis.fetch;
  // The server of the workflow is nowhere; its requests go to the one of this process.
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return fetchIt(url.startsWith(trackerUrl) ? url.replace(trackerUrl, tracker.url) : input, init);
  };
  try {
    const folder = copyOf(name);
    const journal = join(folder, '.journal');
    const env = {
      ANTHROPIC_BASE_URL: makers.base.anthropic,
      OPENAI_BASE_URL: makers.base.openai,
      GOOGLE_BASE_URL: makers.base.google,
      ...{ ANTHROPIC_API_KEY: 'key-of-anthropic', OPENAI_API_KEY: 'key-of-openai', GOOGLE_API_KEY: 'key-of-google' },
      HEDDLE_SECRET_TRACKER: 'tracker-key-0123456789',
      HEDDLE_ALLOW_SECRETS: `TRACKER=${new URL(trackerUrl).origin}`,
    };
    const file = join(folder, `${name}.heddle.yaml`);
    const ran = await command(['run', file, '--journal', journal, '--allow-scripts'], env, replies.ask);
    const refused = makers.refused().map((request) => request.refused?.message);
    if (ran.code !== 0 || refused.length > 0 || replies.unanswered.length > 0) {
      throw new Error([name, ran.err, ...refused, ...replies.unanswered].join('\n\n'));
    }
    const [run = ''] = readdirSync(journal).filter((entry) => /^\d/.test(entry));
    const exported = await command(['export', run, '--journal', journal, '--payloads'], env);
    if (exported.code !== 0) throw new Error(exported.err);
    writeFileSync(recordingOf(name), exported.out);
  } finally {
    globalThis.fetch = fetchIt;
    await Promise.all([makers.close(), tracker.close()]);
  }
}
