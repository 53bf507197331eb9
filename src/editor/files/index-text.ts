import { err, ok, type Result } from '@/base/result';

/** Prints a memory index as one text: a line `path: text` for each file. Further lines of a text are indented. */
export function printIndex(index: Readonly<Record<string, string>>): string {
  return Object.entries(index)
    .map(([path, about]) => `${isPlain(path) ? path : JSON.stringify(path)}: ${about.split('\n').join('\n  ')}`)
    .join('\n');
}

/** Parses such a text. The error tells a person which line is wrong. */
export function parseIndex(text: string): Result<Readonly<Record<string, string>>, string> {
  const index = new Map<string, string>();
  let last: string | undefined;
  for (const [number, line] of text.split('\n').entries()) {
    if (last !== undefined && line.startsWith('  ')) {
      index.set(last, `${index.get(last)}\n${line.slice(2)}`);
      continue;
    }
    if (line.trim() === '') continue;
    const entry = readLine(line.trimStart());
    const wrong = entry === undefined ? 'is not “path: text”' : findPathProblem(entry.path, index);
    if (entry === undefined || wrong !== undefined) return err(`Line ${number + 1} ${wrong}.`);
    index.set(entry.path, entry.about);
    last = entry.path;
  }
  return ok(Object.fromEntries(index));
}

function findPathProblem(path: string, index: ReadonlyMap<string, string>): string | undefined {
  // The check of documents has the same definition of an absolute path.
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) return `has no absolute path: “${path}”. Begin it with a slash`;
  return index.has(path) ? `names “${path}” a second time` : undefined;
}

/** Whether a path can be printed without quotes: nothing in it looks like the separator before its text. */
const isPlain = (path: string) => /^[^\s"]/.test(path) && !/: |:$|[\r\n]|\s$/.test(path);

function readLine(line: string): { readonly path: string; readonly about: string } | undefined {
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(line) ?? [];
  const end = quoted?.length ?? line.search(/:( |$)/);
  if (end < 0 || line[end] !== ':') return undefined;
  try {
    const path: unknown = quoted === undefined ? line.slice(0, end) : JSON.parse(quoted);
    return typeof path === 'string' ? { path, about: line.slice(end + 1).replace(/^ /, '') } : undefined;
  } catch {
    return undefined;
  }
}
