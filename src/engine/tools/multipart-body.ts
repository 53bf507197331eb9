import { joinBytes } from '@/base/bytes';
import { hashValue } from '@/base/hash';

/** A field of a form: a text, or a file with its name and type. */
export type FormPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly value: Uint8Array; readonly file: string; readonly type: string };

/**
 * A form as `multipart/form-data` (RFC 7578). Written here, because the `FormData` of the platform changes line breaks
 * in texts (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
 */
export function buildMultipartBody(parts: readonly FormPart[]): {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
} {
  const contents = parts.map(({ value }) => (typeof value === 'string' ? utf8.encode(value) : value));
  const boundary = createBoundary(contents);
  const pieces = parts.flatMap((part, index) => [
    utf8.encode(buildPartHead(part, boundary)),
    contents[index] ?? noBytes,
    lineEnd,
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: joinBytes([...pieces, utf8.encode(`--${boundary}--\r\n`)]),
  };
}

const utf8 = new TextEncoder();
const noBytes = new Uint8Array();
const lineEnd = utf8.encode('\r\n');

function buildPartHead(part: FormPart, boundary: string): string {
  const file = 'file' in part ? `; filename="${quoteName(part.file)}"\r\nContent-Type: ${part.type}` : '';
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoteName(part.name)}"${file}\r\n\r\n`;
}

/** A name within quotes, as browsers write it. */
function quoteName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A boundary that is in none of the contents. */
function createBoundary(contents: readonly Uint8Array[]): string {
  const latin1 = new TextDecoder('latin1');
  const texts = contents.map((bytes) => latin1.decode(bytes));
  let boundary = 'heddle-form';
  for (let n = 0; texts.some((text) => text.includes(boundary)); n++) {
    boundary = `heddle-form-${hashValue([n, texts.length, texts.map(({ length }) => length)]).slice(0, 24)}`;
  }
  return boundary;
}
