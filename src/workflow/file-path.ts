import { AppError } from '@/base/errors';
import { startOf } from '@/base/start-of';

/** Most characters of a file path. */
export const maxPathLength = 500;

/**
 * The normal form of a file path in a workflow: absolute, single slashes between segments, no `.` and `..`. A backslash
 * counts as a slash, and a path without a slash at its start begins at the root. Error `FILE_REFUSED` for a path that
 * leaves the root, names no file, is too long, or holds control characters.
 */
export function filePath(path: string): string {
  if (path.length > maxPathLength) throw refused(path, `is longer than ${maxPathLength} characters`);
  if (/\p{Cc}/u.test(path)) throw refused(path, 'holds control characters');
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw refused(path, 'leads out of the files of the workflow');
  }
  if (parts.length === 0) throw refused(path, 'names no file');
  return `/${parts.join('/')}`;
}

function refused(path: string, why: string): AppError {
  const shown = path.length > 100 ? `${startOf(path, 100)}…` : path;
  return new AppError('FILE_REFUSED', `The path “${shown}” ${why}.`, {
    advice: 'Write it from the root, such as /notes/a.md.',
  });
}
