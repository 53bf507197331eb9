import { createToolError } from '@/base/tool-error';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import type { RunContext } from '../../attempt';
import { changeFiles, normalizeToolFilePath, readFileBytes, readFileText } from '../file-access';
import { createAnswer, createChangeAnswer, type HandlerTool } from '../handler-tool';

/** Lists the files of the workflow and those in the memory index. */
export const listFilesTool: HandlerTool = {
  parameters: builtinDeclarations.list_files.parameters,
  async perform(args, { attempt }) {
    const prefix = String(args['prefix'] ?? '');
    const known = await listKnownFiles(attempt.run);
    const lines = known.filter((file) => file.path.startsWith(prefix)).map(formatFileLine);
    return createAnswer(lines.length === 0 ? 'There are no such files.' : lines.join('\n'));
  },
};

/** Reads a file of the workflow. */
export const readFileTool: HandlerTool = {
  parameters: builtinDeclarations.read_file.parameters,
  async perform(args, { task, attempt }) {
    const offset = typeof args['offset'] === 'number' ? args['offset'] : 0;
    const { files } = attempt.run.deps;
    return createAnswer(
      await readFileText(files, normalizeToolFilePath(args['path']), offset, task.limits.maxContextBytes),
    );
  },
};

/** Creates or replaces a file. */
export const writeFileTool: HandlerTool = {
  parameters: builtinDeclarations.write_file.parameters,
  async perform(args, { attempt }) {
    const content = new TextEncoder().encode(String(args['content']));
    const name = normalizeToolFilePath(args['path']);
    await changeFiles(() => attempt.run.deps.files.write(name, content));
    return createChangeAnswer(name, `${name}: ${content.length} bytes written.`);
  },
};

/** Replaces one place of a text file. All else of it stays as it is, byte for byte. */
export const editFileTool: HandlerTool = {
  parameters: builtinDeclarations.edit_file.parameters,
  async perform(args, { attempt }) {
    const name = normalizeToolFilePath(args['path']);
    const { files } = attempt.run.deps;
    const before = decodeWithMark(name, await readFileBytes(files, name));
    const [old, now] = [String(args['old_text']), String(args['new_text'])];
    const [at, ...others] = findPlaces(old, before);
    if (at === undefined) {
      const breaks = before.includes('\r\n') && /(?<!\r)\n/.test(old) ? ' Its lines end with \\r\\n.' : '';
      throw createToolError(
        `${name} does not have this text.${breaks}`,
        'Read the file, and give old_text as it stands there.',
      );
    }
    if (others.length > 0) {
      const lines = [at, ...others.slice(0, mostPlaces - 1)].map((place) => before.slice(0, place).split('\n').length);
      const more = others.length < mostPlaces ? '' : ', …';
      throw createToolError(
        `${name} has this text ${others.length + 1} times, from the lines ${lines.join(', ')}${more}.`,
        'Give more of what is around the one that is meant.',
      );
    }
    const after = `${before.slice(0, at)}${now}${before.slice(at + old.length)}`;
    await changeFiles(() => files.write(name, new TextEncoder().encode(after)));
    return createChangeAnswer(name, `${name}: changed at line ${before.slice(0, at).split('\n').length}.`);
  },
};

/** Most places of a text that are named. */
const mostPlaces = 10;

/** Where a text begins in another one. */
function findPlaces(searched: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + 1)) places.push(at);
  return places;
}

/** The text of a file with its byte order mark, so that it is written as it was. */
function decodeWithMark(name: string, bytes: Uint8Array): string {
  const noText = createToolError(`${name} is not a text in UTF-8.`, 'write_file replaces it as a whole.');
  if (bytes.includes(0)) throw noText;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw noText;
  }
}

/** Removes a file. */
export const deleteFileTool: HandlerTool = {
  parameters: builtinDeclarations.delete_file.parameters,
  async perform(args, { attempt }) {
    const name = normalizeToolFilePath(args['path']);
    const { files } = attempt.run.deps;
    if (!(await files.list()).some(({ path }) => path === name)) return createAnswer(`${name}: there is no such file.`);
    await changeFiles(() => files.remove(name));
    return createChangeAnswer(name, `${name}: deleted.`);
  },
};

interface KnownFile {
  readonly path: string;
  readonly bytes?: number;
  /** The description from the memory index. */
  readonly about?: string;
}

/** The files of the workflow, and those that only the memory index lists. */
async function listKnownFiles({ deps, plan }: RunContext): Promise<readonly KnownFile[]> {
  const files = new Map<string, KnownFile>();
  for (const [name, about] of Object.entries(plan.memoryIndex)) files.set(name, { path: name, about });
  for (const file of await deps.files.list()) files.set(file.path, { ...files.get(file.path), ...file });
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function formatFileLine({ path: name, bytes, about }: KnownFile): string {
  const size = bytes === undefined ? 'no content here' : `${bytes} bytes`;
  return about === undefined || about === '' ? `${name} (${size})` : `${name} (${size}): ${about}`;
}
