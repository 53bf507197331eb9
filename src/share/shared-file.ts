import { decodeBase64, encodeBase64 } from '@/base/base64';
import { joinBytes } from '@/base/bytes';
import { AppError } from '@/base/errors';
import { escapeXmlText } from '@/base/escape-xml';
import { gunzipStream, gzipText } from '@/storage/gzip';
import type { SharePart } from './share-parts';

/** The version of the file: its data, and the attributes of the element that has them. */
export const sharedFileVersion = 1;

/** The id of the element that has the data, and its type, by which the file is known. */
export const dataElementId = 'heddle-run';
const dataType = 'application/heddle';

/** How much of a run is shared: all, or only how it is drawn, its times, tokens, cost, models, states and sizes. */
export const shareLevels = ['all', 'figures'] as const;
export type ShareLevel = (typeof shareLevels)[number];

/** What is said of a shared run beside its data. It is read before the data are, so it is in attributes. */
export interface SharedFileHead {
  /** What the person calls it. */
  readonly title: string;
  /** When it was made (ISO 8601). */
  readonly madeAt: string;
  /** In how many places something was taken out. */
  readonly takenOut: number;
  /** Left out: all. */
  readonly level?: ShareLevel;
  /** Parts whose texts are not in it, though others are. */
  readonly leftOut?: readonly SharePart[];
  /** Where the page is that exported it; left out: it is not on the web, or the run is not to be opened there. */
  readonly address?: string | undefined;
}

/** What stands in the page for the data, and for its title. */
const dataPlace = '<!--heddle-run-->';
const titlePlace = '<title>A run of Heddle</title>';

/** The id of the element that has the run to compare with. A reader that does not know it reads the first alone. */
export const comparedElementId = 'heddle-compared';

/**
 * A page with a run in it, as one file. `page`: what the build wrote. `compared`: the file of a run that is shown
 * beside it.
 */
export async function writeSharedFile(
  page: string,
  head: SharedFileHead,
  run: string,
  compared?: string,
): Promise<string> {
  if (!page.includes(dataPlace) || !page.includes(titlePlace))
    throw new AppError('INTERNAL', 'The page for shared runs is damaged.');
  const attributes: Readonly<Record<string, string | undefined>> = {
    id: dataElementId,
    type: dataType,
    'data-version': String(sharedFileVersion),
    'data-title': head.title,
    'data-made-at': head.madeAt,
    'data-taken-out': String(head.takenOut),
    'data-level': head.level,
    'data-left-out': head.leftOut?.join(' ') || undefined,
    'data-address': head.address,
  };
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : ` ${name}="${escapeXmlText(value)}"`,
  );
  const beside =
    compared === undefined
      ? ''
      : `<script id="${comparedElementId}" type="${dataType}">${encodeBase64(await gzipText(compared))}</script>`;
  const data = `<script${written.join('')}>${encodeBase64(await gzipText(run))}</script>${beside}`;
  // The texts may have what a replacement would take for its own signs.
  return page.replace(titlePlace, () => `<title>${escapeXmlText(head.title)}</title>`).replace(dataPlace, () => data);
}

/** Whether the start of a text is that of a shared run: its data are in the first kilobytes. */
export function isSharedFile(text: string): boolean {
  return /^\s*<!doctype html/i.test(text) && findDataElement(text) !== undefined;
}

/** Where the data begin in the text of a shared run; undefined: it is none. */
function findDataElement(
  text: string,
): { readonly version: number; readonly level: string; readonly start: number } | undefined {
  const found = /<script id="heddle-run" type="application\/heddle" data-version="(\d{1,9})"([^>]{0,10000})>/.exec(
    text,
  );
  if (found === null) return undefined;
  const level = / data-level="(\w{1,20})"/.exec(found[2] ?? '')?.[1] ?? 'all';
  return { version: Number(found[1]), level, start: found.index + found[0].length };
}

/**
 * The pages of a run's file: as they come, or out of the page that the file is, if it is that of a shared run. Errors:
 * those of {@link readSharedFile}.
 */
export async function* unwrapRunFile(pages: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  let isPage: boolean | undefined;
  let bytes = 0;
  for await (const page of pages) {
    isPage ??= /^\s*</.test(new TextDecoder().decode(page.subarray(0, 100)));
    bytes += page.length;
    if (!isPage) yield page;
    else if (bytes > mostPacked) throw new AppError('VALIDATION_ERROR', 'This file is too large for a shared run.');
    else parts.push(page.slice());
  }
  if (isPage) yield* readSharedFile(new TextDecoder().decode(joinBytes(parts)));
}

/** The most bytes of a shared file that are read. */
const mostPacked = 256 * 2 ** 20;

/** The most bytes that a shared run may unpack to. */
const mostUnpacked = 512 * 2 ** 20;

/**
 * The file of the run that is in a shared file, page by page. It is as the sender left it: whoever reads it checks it.
 * Errors: `VALIDATION_ERROR`, `NEWER_VERSION`.
 */
export async function* readSharedFile(text: string): AsyncGenerator<Uint8Array> {
  const found = findDataElement(text);
  if (found === undefined) throw new AppError('VALIDATION_ERROR', 'There is no run in this file.');
  if (found.version > sharedFileVersion) {
    throw new AppError('NEWER_VERSION', 'A newer version of Heddle wrote this file.', {
      advice: 'Get the newest version of Heddle.',
    });
  }
  if (found.level === 'figures') {
    throw new AppError('VALIDATION_ERROR', 'This file has the figures of a run, without its texts.', {
      advice: 'Open it in a browser. Ask for a file with all of the run to open that here.',
    });
  }
  const end = text.indexOf('</script>', found.start);
  yield* unpackData(text.slice(found.start, end < 0 ? undefined : end));
}

/** What the element of a shared run holds, unpacked. Error `VALIDATION_ERROR`: it is damaged. */
export async function* unpackData(base64: string): AsyncGenerator<Uint8Array> {
  const packed = decodeBase64(base64.trim());
  let bytes = 0;
  try {
    for await (const page of gunzipStream(packed === undefined ? [] : [packed])) {
      bytes += page.length;
      if (bytes > mostUnpacked) break;
      yield page;
    }
  } catch (error) {
    throw new AppError('VALIDATION_ERROR', 'The run in this file is damaged.', { details: { cause: String(error) } });
  }
  if (bytes === 0 || bytes > mostUnpacked) throw new AppError('VALIDATION_ERROR', 'The run in this file is damaged.');
}
