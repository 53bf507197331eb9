const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder, not a file',
  ENOTREG: 'is not a regular file: give what it says through - (standard input)',
  ENXIO: 'is not a regular file',
  ENOTDIR: 'no such file: a part of its path is a file',
  EACCES: 'permission denied',
  ENOSPC: 'no space left on the disk',
};

/** An error of `node:fs` in words for a person. */
export function explainFsError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return words[code] ?? message;
}
