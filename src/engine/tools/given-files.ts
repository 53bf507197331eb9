import { defined, omitEmpty } from '@/base/defined';
import { type AttachedFile, attachmentLimits } from '@/plan/attachments/attached-file';
import { formatFileLine } from '@/plan/attachments/file-line';
import { inspectFile } from '@/plan/attachments/inspect-file';
import { storeFile } from '../attachments/attach-files';
import type { Attempt } from '../attempt';
import type { ToolFile } from '../ports/tool-client';
import type { ToolAnswer } from './handler-tool';
import type { Secrets } from './secrets';

/** Stores files that tools return. */
export interface FileKeeper {
  /** Resolves to the ref of the bytes once they are stored. */
  keep(bytes: Uint8Array): Promise<string>;
  /** Warns about a file, once. */
  warn(message: string): Promise<void>;
}

/** Stores files with the run of an attempt. */
export function createFileKeeper(attempt: Attempt): FileKeeper {
  return {
    keep: async (bytes) => (await storeFile(() => [bytes], false, attempt.run)).hash,
    warn: (message) => attempt.once(`file ${message}`, async () => attempt.warn(message)),
  };
}

/** The answer of a tool outside Heddle. */
interface Given {
  readonly text: string;
  readonly isError: boolean;
  readonly files?: readonly ToolFile[];
}

/**
 * Turns the answer of a server into one for a model, without secrets. Each file is inspected like an attachment of a
 * task: a picture, a PDF or a sound becomes a blob of the run; a text is put into the answer; any other file is only
 * described. A problem with a file is not an error of the call.
 */
export async function buildServerAnswer(
  { text, isError, files = [] }: Given,
  secrets: Secrets,
  keeper?: FileKeeper,
): Promise<ToolAnswer> {
  const taken: AttachedFile[] = [];
  let answer = text;
  let from = 0;
  for (const [index, file] of files.entries()) {
    const words = index < attachmentLimits.count ? await takeFile(file) : file.mark;
    const at = answer.indexOf(file.mark, from);
    if (at < 0) answer = `${answer}\n${words}`;
    else answer = answer.slice(0, at) + words + answer.slice(at + file.mark.length);
    from = at < 0 ? from : at + words.length;
  }
  return { text: secrets.strike(answer), isError, ...defined({ files: omitEmpty(taken) }) };

  /** The text that replaces the marker of a file. */
  async function takeFile({ name: claimed, bytes }: ToolFile): Promise<string> {
    const name = secrets.strike(claimed);
    if (secrets.areIn(bytes)) return `[“${name}” is left out, as it contains a secret]`;
    const inspected = inspectFile(name, bytes);
    if (!inspected.ok) return `[${inspected.problem}]`;
    const { facts, warning } = inspected;
    if (warning !== undefined) await keeper?.warn(warning);
    if (facts.kind === 'text') return `<file name="${name}">\n${new TextDecoder().decode(bytes)}\n</file>`;
    const file = { ...facts, name, ref: (await keeper?.keep(bytes)) ?? '' };
    if (keeper !== undefined) taken.push(file);
    return formatFileLine(file);
  }
}
