import { AppError } from '@/base/errors';
import { cutToStart } from '@/base/start-of';

/** Most characters of a file path. */
export const maxPathLength = 500;

/**
 * The normal form of a file path in a workflow: absolute, single slashes between segments, no `.` and `..`. A backslash
 * counts as a slash, and a path without a slash at its start begins at the root. Error `FILE_REFUSED` for a path that
 * leaves the root, names no file, is too long, or holds control characters.
 */
export function normalizeFilePath(path: string): string {
  if (path.length > maxPathLength) throw createPathRefusal(path, `is longer than ${maxPathLength} characters`);
  if (/\p{Cc}/u.test(path)) throw createPathRefusal(path, 'holds control characters');
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw createPathRefusal(path, 'leads out of the files of the workflow');
  }
  if (parts.length === 0) throw createPathRefusal(path, 'names no file');
  return `/${parts.join('/')}`;
}

function createPathRefusal(path: string, why: string): AppError {
  const shown = path.length > 100 ? `${cutToStart(path, 100)}…` : path;
  return new AppError('FILE_REFUSED', `The path “${shown}” ${why}.`, {
    advice: 'Write it from the root, such as /notes/a.md.',
  });
}
