import { type AttachedFile, attachmentLimits } from '@/plan/attachments/attached-file';
import { fileLine } from '@/plan/attachments/file-line';
import { inspectFile } from '@/plan/attachments/inspect-file';
import { storeFile } from '../attachments/attach-files';
import type { Attempt } from '../attempt';
import type { ToolFile } from '../ports/tool-client';
import type { ToolAnswer } from './handler-tool';
import type { Secrets } from './secrets';

/** Keeps files that tools give. */
export interface FileKeeper {
  /** Resolves to the ref of the bytes once they are stored. */
  keep(bytes: Uint8Array): Promise<string>;
  /** Says what is worth knowing of a file, once. */
  warn(message: string): Promise<void>;
}

/** Keeps them with the run of an attempt. */
export function keeperOf(attempt: Attempt): FileKeeper {
  return {
    keep: async (bytes) => (await storeFile(() => [bytes], false, attempt.run)).hash,
    warn: (message) => attempt.once(`file ${message}`, async () => attempt.warn(message)),
  };
}

/** What a tool that is somewhere else gave back. */
interface Given {
  readonly text: string;
  readonly isError: boolean;
  readonly files?: readonly ToolFile[];
}

/**
 * What a model is told of an answer of a server, without secrets. Each file is looked at as one that a task attaches
 * is: a picture, a PDF or a sound becomes a blob of the run, a text is told as such, and of anything else it is told
 * what it is. What is wrong with one is no error of the call.
 */
export async function answerOf(
  { text, isError, files = [] }: Given,
  secrets: Secrets,
  keeper?: FileKeeper,
): Promise<ToolAnswer> {
  const taken: AttachedFile[] = [];
  let told = text;
  let from = 0;
  for (const [index, file] of files.entries()) {
    const words = index < attachmentLimits.count ? await take(file) : file.mark;
    const at = told.indexOf(file.mark, from);
    if (at < 0) told = `${told}\n${words}`;
    else told = told.slice(0, at) + words + told.slice(at + file.mark.length);
    from = at < 0 ? from : at + words.length;
  }
  return { text: secrets.strike(told), isError, ...(taken.length === 0 ? {} : { files: taken }) };

  /** Words for a file in the text. */
  async function take({ name: claimed, bytes }: ToolFile): Promise<string> {
    const name = secrets.strike(claimed);
    if (secrets.areIn(bytes)) return `[“${name}” is left out, as it contains a secret]`;
    const inspected = inspectFile(name, bytes);
    if (!inspected.ok) return `[${inspected.problem}]`;
    const { facts, warning } = inspected;
    if (warning !== undefined) await keeper?.warn(warning);
    if (facts.kind === 'text') return `<file name="${name}">\n${new TextDecoder().decode(bytes)}\n</file>`;
    const file = { ...facts, name, ref: (await keeper?.keep(bytes)) ?? '' };
    if (keeper !== undefined) taken.push(file);
    return fileLine(file);
  }
}
