import { hashText } from '@/base/hash';
import { formatIsoTime } from '@/run/iso-time';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import type { Files } from '../../ports/files';
import { changeFiles } from '../file-access';
import { createAnswer, createChangeAnswer, type HandlerTool } from '../handler-tool';

/** Folder of the notes that models store, one file for each: `/memory/2026-11-22-101112-1a2b3c4d.md`. */
const folder = '/memory/';

/** Stores a text beyond this run. */
export const rememberTool: HandlerTool = {
  parameters: builtinDeclarations.remember.parameters,
  async perform(args, { attempt, key }) {
    const { clock, files } = attempt.run.deps;
    // The id separates notes that parallel tasks store at the same time.
    const id = hashText(`${attempt.run.executionId}/${key}`).slice(0, 8);
    const [day = '', time = ''] = formatIsoTime(clock.now()).split('T');
    const path = `${folder}${day}-${time.slice(0, 8).replaceAll(':', '')}-${id}.md`;
    await changeFiles(() => files.write(path, new TextEncoder().encode(`${String(args['text']).trim()}\n`)));
    return createChangeAnswer(path, `Remembered in ${path}.`);
  },
};

/** Finds stored notes, the newest first. */
export const recallTool: HandlerTool = {
  parameters: builtinDeclarations.recall.parameters,
  async perform(args, { attempt }) {
    const memories = await readMemories(attempt.run.deps.files);
    const words =
      String(args['query'] ?? '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    const found = words.length === 0 ? memories : selectBestMatches(memories, words);
    return createAnswer(
      found.length === 0 ? 'Nothing is remembered about that.' : found.map(formatMemory).join('\n\n'),
    );
  },
};

interface Memory {
  readonly path: string;
  readonly content: string;
}

async function readMemories(files: Files): Promise<readonly Memory[]> {
  const paths = (await files.list()).map(({ path }) => path).filter((path) => path.startsWith(folder));
  const newestFirst = paths.sort().reverse();
  const contents = await Promise.all(newestFirst.map((path) => files.read(path)));
  return newestFirst.map((path, index) => ({ path, content: new TextDecoder().decode(contents[index]) }));
}

function selectBestMatches(memories: readonly Memory[], words: readonly string[]): readonly Memory[] {
  const hits = ({ content }: Memory) => words.filter((word) => content.toLowerCase().includes(word)).length;
  return memories
    .map((memory) => ({ memory, count: hits(memory) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ memory }) => memory);
}

function formatMemory({ path, content }: Memory): string {
  return `## ${path}\n\n${content.trim()}`;
}
