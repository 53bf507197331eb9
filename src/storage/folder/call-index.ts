import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CallIndex, IndexedCall } from '@/engine/ports/call-index';
import { callIndexVersion, isNewerCall } from '../call-records';
import { convertFileError, isMissing } from './file-error';
import { readSmall, writeSmall } from './small-file';
import { createTemporaryName } from './write-whole';

/** Characters of a hash that a line holds: two more name its file. What is found is checked in its log anyway. */
const keyLength = 32;

/** A file is written anew without what is out of date once it has grown to twice its size after the last time. */
const minTidyBytes = 64_000;

const versionSchema = z.strictObject({ version: z.literal(callIndexVersion) });

/**
 * The index of calls in a folder `.calls` of the journal: 256 files by the first two characters of the hashes, of a
 * line for each call. Lines are only appended, by any number of processes at once, and a line that is torn or damaged
 * is passed over: it costs that call. A file is read whole to find a call, because a million calls are 80 MB in all.
 * The folder is emptied if it is of another version.
 */
export function createCallFiles(root: string): CallIndex {
  const folder = join(root, '.calls');
  const marksFile = join(folder, 'runs.txt');
  /** The size from which on a file is tidied, by its path. */
  const tidyFrom = new Map<string, number>();
  let isOpen = false;

  function open(): void {
    if (isOpen) return;
    const versionFile = join(folder, 'version.json');
    if (existsSync(folder) && readSmall(versionFile, versionSchema) === undefined)
      rmSync(folder, { recursive: true, force: true });
    isOpen = true;
    if (!existsSync(root)) return;
    if (!existsSync(versionFile)) writeSmall(versionFile, { version: callIndexVersion });
  }

  const fileOf = (hash: string) => join(folder, `${hash.slice(0, 2)}.txt`);

  function append(path: string, lines: readonly string[]): void {
    // A line begins with its end, so that one after a torn line stays whole.
    const text = `\n${lines.join('\n')}\n`;
    try {
      appendFileSync(path, text);
    } catch (error) {
      if (!isMissing(error)) throw error;
      mkdirSync(folder, { recursive: true });
      writeSmall(join(folder, 'version.json'), { version: callIndexVersion });
      appendFileSync(path, text);
    }
  }

  function tidy(path: string): void {
    const { size } = statSync(path);
    if (size < (tidyFrom.get(path) ?? minTidyBytes)) return;
    const lines = [...readCalls(readFileSync(path, 'latin1')).values()].map(formatCall);
    const fresh = createTemporaryName(path);
    writeFileSync(fresh, lines.length === 0 ? '' : `${lines.join('\n')}\n`, 'latin1');
    renameSync(fresh, path);
    tidyFrom.set(path, Math.max(minTidyBytes, 2 * statSync(path).size));
  }

  function appendAll(lines: readonly (readonly [hash: string, line: string])[]): void {
    const byFile = new Map<string, string[]>();
    for (const [hash, line] of lines) {
      const path = fileOf(hash);
      byFile.set(path, [...(byFile.get(path) ?? []), line]);
    }
    for (const [path, its] of byFile) {
      append(path, its);
      tidy(path);
    }
  }

  const perform = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      open();
      return await work();
    } catch (error) {
      throw convertFileError(error);
    }
  };

  return {
    find: (hashes) =>
      perform(async () => {
        const found = new Map<string, IndexedCall>();
        for (const path of new Set(hashes.map(fileOf))) {
          const text = readIfThere(path, 'latin1');
          for (const hash of hashes.filter((one) => fileOf(one) === path)) {
            const call = findCall(text, hash);
            if (call !== undefined) found.set(hash, call);
          }
        }
        return found;
      }),
    put: (calls) => perform(() => appendAll(calls.map((call) => [call.hash, formatCall(call)]))),
    drop: (calls) => perform(() => appendAll(calls.map((call) => [call.hash, formatDropped(call)]))),
    marks: () =>
      perform(async () => {
        const text = readIfThere(marksFile, 'utf8');
        const marks = new Map<string, number>();
        for (const line of text.split('\n')) {
          const [, seq, run] = /^(\d+) (.+) \.$/.exec(line) ?? [];
          if (run !== undefined) marks.set(run, Number(seq));
        }
        return marks;
      }),
    mark: (run, lastSeq) => perform(() => append(marksFile, [`${lastSeq} ${run} .`])),
    size: () =>
      perform(async () => {
        let bytes = 0;
        let calls = 0;
        for (const name of await listCallFiles(folder)) {
          const text = await readFile(join(folder, name), 'latin1');
          bytes += text.length;
          calls += readCalls(text).size;
        }
        return { calls, bytes };
      }),
    empty: () =>
      perform(async () => {
        for (const name of await listCallFiles(folder)) rmSync(join(folder, name), { force: true });
        tidyFrom.clear();
      }),
  };
}

/** Reads at once: that takes less than a turn of the thread pool. Empty: there is no such file. */
function readIfThere(path: string, encoding: 'latin1' | 'utf8'): string {
  try {
    return readFileSync(path, encoding);
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

async function listCallFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.filter((name) => /^[0-9a-f]{2}\.txt$/.test(name));
}

/** `KEY time seq cost tokens run .`; the dot tells that nothing is missing at the end. */
function formatCall({ hash, run, seq, t, costUsd, tokens }: IndexedCall): string {
  return `${hash.slice(2, 2 + keyLength)} ${t} ${seq} ${costUsd ?? '-'} ${tokens} ${run} .`;
}

/** `KEY x seq run .` */
function formatDropped({ hash, run, seq }: Pick<IndexedCall, 'hash' | 'run' | 'seq'>): string {
  return `${hash.slice(2, 2 + keyLength)} x ${seq} ${run} .`;
}

const lineForm = /^([0-9a-f]{32}) (?:x (\d+)|(\d+) (\d+) (-|[\d.e+-]+) (\d+)) (.+) \.$/;

/** The calls of a file by the keys of its lines. */
function readCalls(text: string): Map<string, IndexedCall> {
  const calls = new Map<string, IndexedCall>();
  for (const line of text.split('\n')) readLine(line, calls);
  return calls;
}

/** Reads a line into calls, whose hashes are the keys of their lines. A damaged line is passed over. */
function readLine(line: string, calls: Map<string, IndexedCall>): void {
  const [, key, droppedSeq, t, seq, cost, tokens, run] = lineForm.exec(line) ?? [];
  if (key === undefined || run === undefined) return;
  const before = calls.get(key);
  if (droppedSeq !== undefined) {
    if (before?.run === run && before.seq === Number(droppedSeq)) calls.delete(key);
    return;
  }
  const costUsd = cost === '-' ? null : Number(cost);
  if (Number.isNaN(costUsd)) return;
  const call = { hash: `--${key}`, run, seq: Number(seq), t: Number(t), costUsd, tokens: Number(tokens) };
  if (isNewerCall(call, before)) calls.set(key, call);
}

function findCall(text: string, hash: string): IndexedCall | undefined {
  const key = hash.slice(2, 2 + keyLength);
  const calls = new Map<string, IndexedCall>();
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + key.length)) {
    const end = text.indexOf('\n', at);
    if (at === 0 || text[at - 1] === '\n') readLine(text.slice(at, end === -1 ? undefined : end), calls);
  }
  const call = calls.get(key);
  return call && { ...call, hash };
}
