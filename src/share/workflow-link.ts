import { decodeBase64Url, encodeBase64Url } from '@/base/base64';
import { joinBytes } from '@/base/bytes';
import { AppError } from '@/base/errors';
import { formatBytes, formatCount } from '@/base/figures';
import { countLines, findKeys, maskKey } from '@/base/find-keys';
import { err, ok, type Result } from '@/base/result';
import { deflateText, inflateStream } from '@/storage/gzip';

/** What the part of an address after the page begins with, if it has a workflow. */
export const linkPrefix = '#w=';

/** The longest link that is written: mail programs cut longer ones. */
const longestLink = 8000;
/** The most that is read of a link, and unpacked from one. Others may have written it. */
const mostWritten = 100_000;
const mostText = 1_000_000;
/** The most keys that a refusal names. */
const mostNamed = 3;

/** Why no link is written, and what to do. */
export interface LinkRefusal {
  readonly message: string;
  readonly advice: string;
}

/** A link that has the text of a workflow in it. `page`: the address of the page, without what is after `#`. */
export async function writeWorkflowLink(page: string, text: string): Promise<Result<string, LinkRefusal>> {
  const keys = findKeys(text);
  if (keys.length > 0) {
    const places = keys.slice(0, mostNamed).map(({ start, end }) => {
      return `${maskKey(text.slice(start, end))}, line ${countLines(text, start)}`;
    });
    const more = keys.length > mostNamed ? `; and ${keys.length - mostNamed} more` : '';
    return err({
      message: `No link was made: ${formatCount(keys.length, 'text')} in it ${keys.length === 1 ? 'looks' : 'look'} like a key (${places.join('; ')}${more}).`,
      advice: 'Whoever sees a link has what is in it. Write {{secrets.NAME}} where a tool sends the key.',
    });
  }
  const link = `${page}${linkPrefix}${encodeBase64Url(await deflateText(text))}`;
  if (link.length <= longestLink) return ok(link);
  return err({
    message: `This link would be ${formatBytes(link.length)}; mail programs cut it.`,
    advice: 'Save a file, or leave out the layout.',
  });
}

/**
 * The text that a link has. It is as others wrote it: whoever reads it checks it. Error `VALIDATION_ERROR`: there is
 * none. `hash`: the address from its `#` on.
 */
export async function readWorkflowLink(hash: string): Promise<string> {
  const written = hash.slice(linkPrefix.length);
  const packed = written.length > mostWritten ? undefined : decodeBase64Url(written);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of inflateStream(packed === undefined ? [] : [packed])) {
      bytes += part.length;
      if (bytes > mostText) break;
      parts.push(part);
    }
    if (bytes > 0 && bytes <= mostText) return new TextDecoder('utf-8', { fatal: true }).decode(joinBytes(parts));
  } catch {
    // Whatever is wrong with it, the person can only ask for another.
  }
  throw new AppError('VALIDATION_ERROR', 'There is no whole workflow in this link.', {
    advice: 'It may have been cut on its way. Ask for it again, or for the file.',
  });
}
