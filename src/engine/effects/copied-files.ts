import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EventOf } from '@/run/events';
import { at, type JournalPath } from '@/run/journal-path';
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
export function copyOnWrite({ deps, journal, history }: RunContext, path: JournalPath): CopiedFiles {
  const { files } = deps;
  /** By path; undefined: removed. */
  const changed = new Map<string, Uint8Array | undefined>();
  let changes = 0;

  const step = (n: number) => ({ kind: 'effect.recorded', key: at(path, 'file', n), inputHash: '' }) as const;
  const note = async (n: number, text: string, value: Change) => {
    const data: EventOf<'effect.recorded'>['data'] = { effect: 'file', value };
    const recorded = await journal.step(step(n), async () => ({ text, data }));
    const change = recorded.data.value as Change;
    changed.set(change.path, contentOf(change, recorded.text));
  };
  let restored: Promise<void> | undefined;
  /** Resolves once the recorded changes are known. */
  const restore = () => {
    restored ??= (async () => {
      while (history.steps.has(step(changes + 1).key)) await note(++changes, '', { path: '', content: 'removed' });
    })();
    return restored;
  };
  const change = async (text: string, value: Change) => {
    await restore();
    await note(++changes, text, value);
  };

  return {
    async changes() {
      await restore();
      return changed;
    },
    async list() {
      await restore();
      const untouched = (await files.list()).filter((file) => !changed.has(file.path));
      const written = [...changed].flatMap(([name, content]) =>
        content === undefined ? [] : [{ path: name, bytes: content.length }],
      );
      return [...untouched, ...written].sort((one, other) => (one.path < other.path ? -1 : 1));
    },
    async read(name) {
      await restore();
      return changed.has(name) ? changed.get(name) : files.read(name);
    },
    write: (name, content) => {
      const text = textOf(content);
      return text === undefined
        ? change(bytesToHex(content), { path: name, content: 'hex' })
        : change(text, { path: name, content: 'text' });
    },
    remove: (name) => change('', { path: name, content: 'removed' }),
    async apply() {
      await restore();
      for (const [name, content] of changed) {
        if (content === undefined) await files.remove(name);
        else await files.write(name, content);
      }
      return [...changed.keys()];
    },
  };
}

function contentOf({ content }: Change, text: string): Uint8Array | undefined {
  if (content === 'removed') return undefined;
  return content === 'hex' ? hexToBytes(text) : utf8ToBytes(text);
}

/** The bytes as text, if the conversion loses nothing: a byte order mark at the start would be lost. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return utf8ToBytes(text).length === bytes.length ? text : undefined;
  } catch {
    return undefined;
  }
}
