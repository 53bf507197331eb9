import { formatBytes } from '@/base/figures';
import { attachmentLimits, type FileFacts } from './attached-file';
import { computeAudioSeconds, readPdfFacts } from './document-facts';
import { readImageSize } from './image-size';
import { detectMediaType } from './media-type';

/**
 * Facts of a file to attach, or why it cannot be attached. The texts are sentences for a person and begin with the
 * file.
 */
export type Inspected =
  | { readonly ok: true; readonly facts: FileFacts; readonly warning?: string }
  | { readonly ok: false; readonly problem: string };

/** Inspects a file by its content. Nothing is unpacked. */
export function inspectFile(name: string, bytes: Uint8Array): Inspected {
  const problem = describeSizeProblem(name, bytes.length);
  if (problem !== undefined) return refuseFile(problem);
  const mediaType = detectMediaType(bytes);
  return addNameWarning(
    name,
    mediaType === undefined ? inspectText(name, bytes) : inspectMedia(name, bytes, mediaType, bytes.length),
  );
}

/**
 * How many bytes of a file are read to detect its kind: enough for the header of a picture after the metadata of
 * cameras and programs.
 */
export const startBytes = 262_144;

/** Like {@link inspectFile}, from the start of a file of `size` bytes; undefined: the whole file is needed. */
export function inspectStart(name: string, start: Uint8Array, size: number): Inspected | undefined {
  const mediaType = describeSizeProblem(name, size) === undefined ? detectMediaType(start) : undefined;
  if (mediaType === undefined || mediaType === 'application/pdf') return undefined;
  const found = inspectMedia(name, start, mediaType, size);
  // What the start lacks may come later in the file.
  return found.ok || start.length === size ? addNameWarning(name, found) : undefined;
}

/** Adds a warning if the content differs from what the file name claims. */
function addNameWarning(name: string, found: Inspected): Inspected {
  if (!found.ok || found.warning !== undefined) return found;
  const type = findClaimedType(name);
  if (type === undefined || type === found.facts.mediaType) return found;
  const warning = `“${name}” is not what its name says: by its content it is ${found.facts.mediaType}, and is sent as such.`;
  return { ...found, warning };
}

/** Why a file of this size cannot be attached, known before it is read; undefined: it can. */
export function describeSizeProblem(name: string, bytes: number): string | undefined {
  if (bytes === 0) return `“${name}” is empty.`;
  if (bytes <= attachmentLimits.bytes) return undefined;
  return `“${name}” is too large to be attached: ${formatBytes(bytes)}. At most ${formatBytes(attachmentLimits.bytes)} are sent.`;
}

/**
 * Images that all three makers take: the vision pages of developers.openai.com, platform.claude.com and ai.google.dev.
 */
const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

function inspectMedia(name: string, bytes: Uint8Array, mediaType: string, size: number): Inspected {
  const facts = { mediaType, bytes: size };
  if (images.has(mediaType)) return inspectImage(name, bytes, facts);
  if (mediaType.startsWith('audio/')) {
    return { ok: true, facts: { ...facts, kind: 'audio', seconds: computeAudioSeconds(bytes, mediaType, size) } };
  }
  if (mediaType !== 'application/pdf') {
    return refuseFile(
      `“${name}” is ${mediaType}, which models do not take. Attach PNG, JPEG, GIF, WebP, PDF, audio or text.`,
    );
  }
  const { isEncrypted, pages } = readPdfFacts(bytes);
  if (isEncrypted)
    return refuseFile(`“${name}” is a PDF with a password or other encryption. Save it without, then attach it.`);
  return { ok: true, facts: { ...facts, kind: 'pdf', pages } };
}

function inspectImage(name: string, start: Uint8Array, facts: Pick<FileFacts, 'mediaType' | 'bytes'>): Inspected {
  const { mediaType } = facts;
  const size = readImageSize(start, mediaType);
  if (size === undefined) return refuseFile(`“${name}” begins as ${mediaType}, but is damaged or cut off.`);
  const { width, height } = size;
  const { edge } = attachmentLimits;
  if (Math.max(width, height) <= edge) return { ok: true, facts: { kind: 'image', ...facts, ...size } };
  const pixels = `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`;
  return refuseFile(
    `“${name}” is too large an image: ${pixels}. An edge may have at most ${edge.toLocaleString('en')}.`,
  );
}

function inspectText(name: string, bytes: Uint8Array): Inspected {
  const text = decodeText(bytes);
  if (text === undefined) return refuseFile(`“${name}” is not an image, PDF, audio or text in UTF-8.`);
  if (bytes.length > attachmentLimits.textBytes) {
    const most = formatBytes(attachmentLimits.textBytes);
    return refuseFile(`“${name}” is too long a text: ${formatBytes(bytes.length)}. At most ${most} are sent.`);
  }
  const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)?(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(
    text.slice(0, 4000),
  );
  const facts = { kind: 'text', mediaType: isSvg ? 'image/svg+xml' : 'text/plain', bytes: bytes.length } as const;
  if (!isSvg) return { ok: true, facts };
  const warning = `“${name}” is an SVG, which no model takes as a picture: its text is sent. Save it as PNG so that models see the picture.`;
  return { ok: true, facts, warning };
}

function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Media types that file extensions claim, except those of text. */
const typesByExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
};

/** The media type that a file name claims; undefined for texts, which have many extensions. */
function findClaimedType(name: string): string | undefined {
  return typesByExtension[/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
}

function refuseFile(problem: string): Inspected {
  return { ok: false, problem };
}
