import { err, ok, type Result } from '@/base/result';
import type { Diagnostic, DiagnosticCode } from '@/workflow/diagnostic';
import { describeTooLarge, maxWorkflowBytes } from './limits';
import { createTextRanges } from './text-ranges';

/**
 * The text of a file: UTF-8, or UTF-16 if a byte order mark says so; the mark is removed. Refused for its size
 * (HED105: more than `most` bytes), or at the first bytes that are not text (HED110).
 */
export function decodeText(bytes: Uint8Array, most: number = maxWorkflowBytes): Result<string, Diagnostic> {
  if (bytes.length > most) return err(createRefusal('HED105', describeTooLarge(most), ''));
  const encoding = detectEncoding(bytes);
  const text = decodeStart(bytes, bytes.length, encoding, false);
  return text === undefined ? err(createNoTextProblem(bytes, encoding)) : ok(text);
}

/** How a ZIP archive begins: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7. */
const zipMark = [0x50, 0x4b, 3, 4];

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function detectEncoding([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * The text of the first bytes; undefined if they are not text. With `open`, more bytes may follow, so the last
 * character may be incomplete.
 */
function decodeStart(bytes: Uint8Array, length: number, encoding: Encoding, open: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, length), { stream: open });
  } catch {
    return undefined;
  }
}

function createNoTextProblem(bytes: Uint8Array, encoding: Encoding): Diagnostic {
  if (zipMark.every((byte, index) => bytes[index] === byte))
    return createRefusal('HED107', 'This is a ZIP archive. Unpack it, and open the workflow in it.', '');
  let sound = 0;
  let broken = bytes.length;
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (decodeStart(bytes, middle, encoding, true) === undefined) broken = middle;
    else sound = middle;
  }
  const name = encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
  const message = `This is not text in ${name} from here on. Save the file as UTF-8.`;
  return createRefusal('HED110', message, decodeStart(bytes, sound, encoding, true) ?? '');
}

/** A problem at the end of what could be read. */
function createRefusal(code: DiagnosticCode, message: string, before: string): Diagnostic {
  const range = createTextRanges(before)(before.length, before.length);
  return { code, severity: 'error', message, path: [], range };
}
