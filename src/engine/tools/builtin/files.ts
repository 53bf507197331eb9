import { builtinDeclarations } from '@/workflow/builtin-declarations';
import type { RunContext } from '../../attempt';
import { changeFiles, fileText, toolFilePath } from '../file-access';
import { changed, type HandlerTool, said } from '../handler-tool';

/** Lists the files of the workflow and those in the memory index. */
export const listFiles: HandlerTool = {
  parameters: builtinDeclarations.list_files.parameters,
  async perform(args, { attempt }) {
    const prefix = String(args['prefix'] ?? '');
    const known = await knownFiles(attempt.run);
    const lines = known.filter((file) => file.path.startsWith(prefix)).map(fileLine);
    return said(lines.length === 0 ? 'There are no such files.' : lines.join('\n'));
  },
};

/** Reads a file of the workflow. */
export const readFile: HandlerTool = {
  parameters: builtinDeclarations.read_file.parameters,
  async perform(args, { task, attempt }) {
    const offset = typeof args['offset'] === 'number' ? args['offset'] : 0;
    const { files } = attempt.run.deps;
    return said(await fileText(files, toolFilePath(args['path']), offset, task.limits.maxContextBytes));
  },
};

/** Creates or replaces a file. */
export const writeFile: HandlerTool = {
  parameters: builtinDeclarations.write_file.parameters,
  async perform(args, { attempt }) {
    const content = new TextEncoder().encode(String(args['content']));
    const name = toolFilePath(args['path']);
    await changeFiles(() => attempt.run.deps.files.write(name, content));
    return changed(name, `${name}: ${content.length} bytes written.`);
  },
};

/** Removes a file. */
export const deleteFile: HandlerTool = {
  parameters: builtinDeclarations.delete_file.parameters,
  async perform(args, { attempt }) {
    const name = toolFilePath(args['path']);
    const { files } = attempt.run.deps;
    if (!(await files.list()).some(({ path }) => path === name)) return said(`${name}: there is no such file.`);
    await changeFiles(() => files.remove(name));
    return changed(name, `${name}: deleted.`);
  },
};

interface KnownFile {
  readonly path: string;
  readonly bytes?: number;
  /** The description from the memory index. */
  readonly about?: string;
}

/** The files of the workflow, and those that only the memory index lists. */
async function knownFiles({ deps, plan }: RunContext): Promise<readonly KnownFile[]> {
  const files = new Map<string, KnownFile>();
  for (const [name, about] of Object.entries(plan.memoryIndex)) files.set(name, { path: name, about });
  for (const file of await deps.files.list()) files.set(file.path, { ...files.get(file.path), ...file });
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function fileLine({ path: name, bytes, about }: KnownFile): string {
  const size = bytes === undefined ? 'no content here' : `${bytes} bytes`;
  return about === undefined || about === '' ? `${name} (${size})` : `${name} (${size}): ${about}`;
}
