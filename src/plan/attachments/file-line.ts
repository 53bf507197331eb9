import { formatBytes } from '@/base/figures';
import type { AttachedFile } from './attached-file';
import { describeFile } from './attachment-parts';

/** What names a file in the result of a tool. `more`: why it is not shown; left out: it is. */
export function fileLine(file: AttachedFile, more?: string): string {
  const kind = file.kind === 'pdf' ? 'PDF' : file.kind;
  return `[${kind}: ${describeFile(file)}, ${formatBytes(file.bytes)}${more === undefined ? '' : ` — ${more}`}]`;
}

/** The result of a tool in which it is of each file why it is not shown; undefined: it is. */
export function withReasons(
  content: string,
  files: readonly AttachedFile[],
  reason: (file: AttachedFile) => string | undefined,
): string {
  let told = content;
  let from = 0;
  for (const file of files) {
    const why = reason(file);
    const line = fileLine(file);
    const at = told.indexOf(line, from);
    const next = fileLine(file, why);
    if (at >= 0) told = told.slice(0, at) + next + told.slice(at + line.length);
    else if (why !== undefined) told = `${told}\n${next}`;
    from = at < 0 ? from : at + next.length;
  }
  return told;
}
