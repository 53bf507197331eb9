import { formatBytes } from '@/base/figures';
import type { ToolFile } from '@/engine/ports/tool-client';

/** The most bytes that are taken of one file: makers take no larger ones. */
export const maxToolFileBytes = 20_000_000;

/** The endings of types that servers give; what they say is not believed, and told where it is wrong. */
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

/** Whether a content type is that of a file for a model to see or hear, not of a text. */
export function isFileType(type: string): boolean {
  return type === 'application/pdf' || /^(image\/(?!svg)|audio\/)/.test(type);
}

/** A content type without its parameters, and of what a type is written with alone. */
export function plainType(type: string): string {
  return (type.split(';', 1)[0] ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w.+/-]/g, '')
    .slice(0, 60);
}

/** A file that a tool gave. `from`: an address or a name that it is called after. */
export function toolFile(from: string, type: string, bytes: Uint8Array): ToolFile {
  return { name: nameOf(from, type), bytes, mark: markOf(type, formatBytes(bytes.length)) };
}

/** What stands in a text for a file, or for one that cannot be had: its type, and what is known of it. */
export function markOf(type: string, more: string): string {
  const kind = type === 'application/pdf' ? 'PDF' : (/^(image|audio)\//.exec(type)?.[1] ?? 'file');
  return `[${kind}: ${type === '' ? 'of no known type' : type}, ${more}]`;
}

/** The last part of an address, or the name, with the ending that its type asks for. */
function nameOf(from: string, type: string): string {
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
