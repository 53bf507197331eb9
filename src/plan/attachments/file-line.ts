import { formatBytes } from '@/base/figures';
import type { AttachedFile } from './attached-file';
import { describeFile } from './attachment-parts';

/** The line that names a file in the result of a tool. `more`: why the file is not shown; left out: it is shown. */
export function formatFileLine(file: AttachedFile, more?: string): string {
  const kind = file.kind === 'pdf' ? 'PDF' : file.kind;
  return `[${kind}: ${describeFile(file)}, ${formatBytes(file.bytes)}${more === undefined ? '' : ` — ${more}`}]`;
}

/**
 * The result of a tool, with the reason added to each file that is not shown. `reason` returns undefined for files that
 * are shown.
 */
export function addReasons(
  content: string,
  files: readonly AttachedFile[],
  reason: (file: AttachedFile) => string | undefined,
): string {
  let result = content;
  let from = 0;
  for (const file of files) {
    const why = reason(file);
    const line = formatFileLine(file);
    const at = result.indexOf(line, from);
    const next = formatFileLine(file, why);
    if (at >= 0) result = result.slice(0, at) + next + result.slice(at + line.length);
    else if (why !== undefined) result = `${result}\n${next}`;
    from = at < 0 ? from : at + next.length;
  }
  return result;
}
