import { AppError, toFailure } from '@/base/errors';
import { attachmentLimits } from '@/plan/attachments/attached-file';
import { describeSizeProblem } from '@/plan/attachments/inspect-file';
import { createFileSource } from '@/plan/attachments/planned-files';
import type { FileSource } from '@/plan/attachments/read-start';
import type { PlannedAttachment } from '@/plan/plan';
import type { Environment, Whole } from '@/workflow/expressions/environment';
import { findBinding } from '@/workflow/expressions/reference';
import { renderTemplate } from '@/workflow/expressions/template';
import { normalizeFilePath } from '@/workflow/file-path';
import type { FileEntry } from '@/workflow/file-repository';
import { createPathTest } from '@/workflow/path-glob';
import type { Attempt } from '../attempt';
import { fillWholeTemplate } from '../fill-whole-template';
import { createMissingInputError } from '../outcome';

/** A file to attach. Its bytes are read on demand. */
export interface FoundFile {
  readonly name: string;
  /** Names of the tasks that produced it. */
  readonly from: readonly string[];
  /** Size in bytes; undefined: unknown before it is read. */
  readonly size?: number | undefined;
  readonly source: FileSource;
}

/**
 * Finds the files of attachments, in their order, each path once. It reads no contents. Error: `TASK_FAILURE`
 * (`details.reason` `attachment`) for a file that is missing or too large, with advice.
 */
export async function findFiles(
  attachments: readonly PlannedAttachment[],
  attempt: Attempt,
): Promise<readonly FoundFile[]> {
  const { environment, run } = attempt;
  const entries = await run.deps.files.list();
  const found = new Map<string, FoundFile>();
  for (const attachment of attachments) {
    if (typeof attachment === 'string') {
      const path = parseAttachmentPath(fillWholeTemplate(attachment, environment));
      found.set(path, findFileAt(path, entries, attempt));
    } else if ('glob' in attachment) {
      for (const path of listMatchingPaths(fillWholeTemplate(attachment.glob, environment), entries)) {
        found.set(path, findFileAt(path, entries, attempt));
      }
    } else if ('paths' in attachment && attachment.paths !== undefined && isGlobalName(attachment.from, environment)) {
      for (const path of attachment.paths.map(parseAttachmentPath)) found.set(path, findFileAt(path, entries, attempt));
    } else {
      const given = await readGivenFile(attachment.from, attempt);
      found.set(`from ${attachment.from}`, given);
    }
    if (found.size > attachmentLimits.count) {
      throw createAttachmentError(
        `More than ${attachmentLimits.count} files are attached.`,
        'Attach fewer, such as in a map.',
      );
    }
  }
  return [...found.values()];
}

/** Whether a name means a variable or an input of the workflow: nothing nearer has it. */
function isGlobalName(name: string, environment: Environment): boolean {
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    if (scope.bindings.has(name)) return scope.kind === 'variables' && scope.outer?.outer === undefined;
  }
  return false;
}

/** The failure of a task because of its attachments. */
export function createAttachmentError(message: string, advice: string): AppError {
  return new AppError('TASK_FAILURE', message, { advice, details: { reason: 'attachment' } });
}

function parseAttachmentPath(written: string): string {
  try {
    return normalizeFilePath(written);
  } catch (error) {
    throw createAttachmentError(toFailure(error).message, 'Attach a file of the workflow, such as /images/plan.png.');
  }
}

function listMatchingPaths(glob: string, entries: readonly FileEntry[]): readonly string[] {
  const fits = createPathTest(glob);
  const paths = entries.flatMap(({ path }) => (fits(path) ? path : []));
  if (paths.length > 0) return paths;
  throw createAttachmentError(
    `No file of the workflow fits ${glob}.`,
    'Add the files under Files, or change the pattern.',
  );
}

function findFileAt(path: string, entries: readonly FileEntry[], { run }: Attempt): FoundFile {
  const name = path.slice(1);
  const size = entries.find((entry) => entry.path === path)?.bytes;
  const problem = size === undefined ? undefined : describeSizeProblem(name, size);
  if (problem !== undefined) throw createAttachmentError(problem, 'Attach a smaller file, or a part of it.');
  return {
    name,
    from: [],
    size,
    source: createFileSource(run.deps.files, path),
  };
}

/** The output of a task, or a value, as a file: the whole, unchanged. */
async function readGivenFile(from: string, attempt: Attempt): Promise<FoundFile> {
  const found = findBinding(from, attempt.environment);
  if (found === undefined) throw createMissingInputError({ missing: from });
  const { binding, rest } = found;
  const isAll = ['', '.output', '.content'].includes(rest);
  const whole = binding.kind === 'result' ? binding.result.whole : binding.whole;
  const name = from.replaceAll(/[^\w.-]/g, '_');
  const sources = binding.kind === 'result' ? [from.slice(0, from.length - rest.length)] : [];
  if (isAll && whole !== undefined) {
    return { name, from: sources, source: { read: () => readWholeBytes(name, whole, attempt) } };
  }
  const text = isAll && binding.kind === 'result' ? binding.result.content : await renderGivenText(from, attempt);
  return { name, from: sources, source: { read: async () => new TextEncoder().encode(text) } };
}

async function renderGivenText(from: string, { environment }: Attempt) {
  const text = renderTemplate(`{{${from}}}`, environment);
  if (!text.ok) throw createMissingInputError(text.error);
  return text.value;
}

async function readWholeBytes(name: string, { ref }: Whole, { run }: Attempt): Promise<Uint8Array> {
  const { blobs } = run.deps;
  const size = (await blobs.size(run.executionId, ref)) ?? 0;
  const problem = describeSizeProblem(name, size);
  if (problem !== undefined) throw createAttachmentError(problem, 'Attach a smaller output, or a part of it.');
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const page of (await blobs.stream(run.executionId, ref)) ?? []) {
    bytes.set(page, at);
    at += page.length;
  }
  return bytes;
}
