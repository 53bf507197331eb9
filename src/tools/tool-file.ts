import { formatBytes } from '@/base/figures';
import type { ToolFile } from '@/engine/ports/tool-client';

/** The most bytes of one file: model makers accept no larger ones. */
export const maxToolFileBytes = 20_000_000;

/** File endings by content type. Types from servers are not trusted: a wrong type is reported when the file is used. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
};

/** Whether a content type is that of a file for a model to see or hear, as opposed to text. */
export function isFileType(type: string): boolean {
  return type === 'application/pdf' || /^(image\/(?!svg)|audio\/)/.test(type);
}

/** A content type without parameters and without characters that types do not have. */
export function stripType(type: string): string {
  return (type.split(';', 1)[0] ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w.+/-]/g, '')
    .slice(0, 60);
}

/** A file from a tool. `from`: an address or name from which its name is derived. */
export function createToolFile(from: string, type: string, bytes: Uint8Array): ToolFile {
  return { name: buildFileName(from, type), bytes, mark: formatFileMark(type, formatBytes(bytes.length)) };
}

/** The mark in a text for a file, or for one that is not available: its type, with further information. */
export function formatFileMark(type: string, more: string): string {
  const kind = type === 'application/pdf' ? 'PDF' : (/^(image|audio)\//.exec(type)?.[1] ?? 'file');
  return `[${kind}: ${type === '' ? 'of no known type' : type}, ${more}]`;
}

/** The last part of an address or name, with the ending of its type. */
function buildFileName(from: string, type: string): string {
  const last =
    from
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  const safe = last.replaceAll(/[^\w.-]/g, '_').slice(0, 80) || 'file';
  const ending = endings[type];
  if (ending === undefined || safe.toLowerCase().endsWith(`.${ending}`)) return safe;
  return `${safe}.${ending}`;
}
