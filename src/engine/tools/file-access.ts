import { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';
import type { Files } from '../ports/files';

/** Normalises a file path from a model: absolute, without `..`. Its errors are answers to the model. */
export function normalizeToolFilePath(written: unknown): string {
  const path = String(written);
  const absolute = path.startsWith('/') ? path : `/${path}`;
  const steps = absolute.split('/').slice(1);
  if (steps.some((step) => step === '' || step === '.' || step === '..') || absolute.includes('\0')) {
    throw createToolError(
      `“${path}” is not a path of a file.`,
      'A path looks like /notes/a.md; list_files lists them.',
    );
  }
  return absolute;
}

/** The bytes of a file. If there is none, the error is an answer to the model. */
export async function readFileBytes(files: Files, path: string): Promise<Uint8Array> {
  const bytes = await files.read(path);
  if (bytes === undefined) throw createToolError(`There is no file ${path}.`, 'list_files lists those that exist.');
  return bytes;
}

/** Bytes reserved for the line that says how to read on. */
const lineBytes = 120;

/** The text of a file from an offset in bytes, at most so many bytes in all. A binary file is only named. */
export async function readFileText(files: Files, path: string, offset: number, maxBytes: number): Promise<string> {
  const bytes = await readFileBytes(files, path);
  if (isBinary(bytes)) return `[binary: ${path}, ${bytes.length} bytes]`;
  const end = findWholeEnd(bytes, Math.min(offset + Math.max(maxBytes - lineBytes, 1), bytes.length));
  const text = new TextDecoder().decode(bytes.subarray(offset, end));
  return end < bytes.length
    ? `${text}\n[bytes ${offset} to ${end} of ${bytes.length}; read on with offset ${end}]`
    : text;
}

/** Changes files. A full storage is an answer to the model, because the run itself does not need the room. */
export async function changeFiles(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    throw error instanceof AppError ? createToolError(error.message, error.advice) : error;
  }
}

function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}

/** The nearest end that does not split a character. In UTF-8, continuation bytes begin with the bits 10. */
function findWholeEnd(bytes: Uint8Array, end: number): number {
  let whole = end;
  while (whole > 0 && whole < bytes.length && ((bytes[whole] ?? 0) & 0xc0) === 0x80) whole--;
  return whole;
}
