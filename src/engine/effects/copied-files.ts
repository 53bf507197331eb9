import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EventOf } from '@/run/events';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { RunContext } from '../attempt';
import type { FileCopy } from '../ports/files';

/** A copy of a workflow's files that can be applied to them. */
export interface CopiedFiles extends FileCopy {
  /** Applies the changes of the copy to the originals. Resolves to the paths of the changed files. */
  apply(): Promise<string[]>;
}

/** A change to a file, as it is recorded. The content is the text of the record. */
type Change = { readonly path: string; readonly content: 'text' | 'hex' | 'removed' };

/**
 * Makes a copy on write, for the work at a journal path. Its changes are recorded, so a resumed run finds the copy as
 * it was. Tools that have run are not run again.
 */
export function createCopiedFiles({ deps, journal, history }: RunContext, path: JournalPath): CopiedFiles {
  const { files } = deps;
  /** By path; undefined: removed. */
  const changed = new Map<string, Uint8Array | undefined>();
  let changes = 0;

  const buildFileStep = (n: number) =>
    ({ kind: 'effect.recorded', key: appendStep(path, 'file', n), inputHash: '' }) as const;
  const noteChange = async (n: number, text: string, value: Change) => {
    const data: EventOf<'effect.recorded'>['data'] = { effect: 'file', value };
    const recorded = await journal.step(buildFileStep(n), async () => ({ text, data }));
    const change = recorded.data.value as Change;
    changed.set(change.path, readChangeContent(change, recorded.text));
  };
  let restored: Promise<void> | undefined;
  /** Resolves once the recorded changes are known. */
  const restoreChanges = () => {
    restored ??= (async () => {
      while (history.steps.has(buildFileStep(changes + 1).key))
        await noteChange(++changes, '', { path: '', content: 'removed' });
    })();
    return restored;
  };
  const recordChange = async (text: string, value: Change) => {
    await restoreChanges();
    await noteChange(++changes, text, value);
  };

  return {
    async changes() {
      await restoreChanges();
      return changed;
    },
    async list() {
      await restoreChanges();
      const untouched = (await files.list()).filter((file) => !changed.has(file.path));
      const written = [...changed].flatMap(([name, content]) =>
        content === undefined ? [] : [{ path: name, bytes: content.length }],
      );
      return [...untouched, ...written].sort((one, other) => (one.path < other.path ? -1 : 1));
    },
    async read(name) {
      await restoreChanges();
      return changed.has(name) ? changed.get(name) : files.read(name);
    },
    write: (name, content) => {
      const text = decodeExactText(content);
      return text === undefined
        ? recordChange(bytesToHex(content), { path: name, content: 'hex' })
        : recordChange(text, { path: name, content: 'text' });
    },
    remove: (name) => recordChange('', { path: name, content: 'removed' }),
    async apply() {
      await restoreChanges();
      for (const [name, content] of changed) {
        if (content === undefined) await files.remove(name);
        else await files.write(name, content);
      }
      return [...changed.keys()];
    },
  };
}

function readChangeContent({ content }: Change, text: string): Uint8Array | undefined {
  if (content === 'removed') return undefined;
  return content === 'hex' ? hexToBytes(text) : utf8ToBytes(text);
}

/** The bytes as text, if the conversion loses nothing: a byte order mark at the start would be lost. */
function decodeExactText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return utf8ToBytes(text).length === bytes.length ? text : undefined;
  } catch {
    return undefined;
  }
}
