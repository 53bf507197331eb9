import { readBoundedBytes, readFirstBytes } from '@/base/bounded-body';
import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { createToolError } from '@/base/tool-error';
import type { HttpReply, HttpRequest } from '@/engine/ports/tool-client';
import { explainToolUnreachable } from './explain-unreachable';
import { parseToolAddress } from './tool-address';
import { createToolFile, formatFileMark, isFileType, maxToolFileBytes, stripType } from './tool-file';

/** The most bytes that are read of an answer; a longer one would fill the window of any model. */
export const maxHttpAnswerBytes = 2 ** 20;

/**
 * Sends a request and reads the answer: text up to {@link maxHttpAnswerBytes}, or a picture, sound or PDF up to {@link
 * maxToolFileBytes}. An answer with an error status is an answer, not an error.
 */
export async function sendHttp(request: HttpRequest, signal: AbortSignal, fetcher: typeof fetch): Promise<HttpReply> {
  const url = parseToolAddress(request.url);
  const { method, body } = request;
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw createToolError(
      `A ${method} request cannot have a body.`,
      'Leave out http.method, or the body and the form.',
    );
  }
  const init = { method, headers: buildHeaders(request), signal, ...defined({ body }) };
  try {
    const response = await fetcher(url, init);
    const type = stripType(response.headers.get('content-type') ?? '');
    const answer = isFileType(type)
      ? await readFileReply(response, type, url.pathname)
      : { text: await readTextReply(response) };
    return { status: response.status, ...answer };
  } catch (failure) {
    if (signal.aborted) throw createCancelledError('The call of the tool');
    if (failure instanceof AppError) throw failure;
    throw await explainToolUnreachable(failure, url, fetcher, signal);
  }
}

function buildHeaders({ headers }: HttpRequest): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      all.set(name, value);
    } catch {
      throw createToolError(`The header ${name} cannot be sent: its name or its value is not allowed.`);
    }
  }
  return all;
}

/** An answer that is a file. If it is too long, reading stops. */
async function readFileReply(response: Response, type: string, from: string): Promise<Omit<HttpReply, 'status'>> {
  const bytes = await readBoundedBytes(response.body, maxToolFileBytes);
  if (bytes === undefined) {
    return { text: formatFileMark(type, `larger than the ${formatBytes(maxToolFileBytes)} that are read`) };
  }
  const file = createToolFile(from, type, bytes);
  return { text: file.mark, files: [file] };
}

async function readTextReply(response: Response): Promise<string> {
  const { bytes, isWhole } = await readFirstBytes(response.body, maxHttpAnswerBytes);
  // Half a character at the end is left out.
  const text = replaceBinary(createDecoder(response).decode(bytes, { stream: !isWhole }), response);
  return isWhole ? text : `${text}\n[cut off after ${maxHttpAnswerBytes} bytes]`;
}

/** Decodes the encoding that the content type names; UTF-8 if it names none, or one that is not known. */
function createDecoder(response: Response): TextDecoder {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(response.headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** A model cannot read binary data, so a note replaces it. */
function replaceBinary(text: string, response: Response): string {
  if (!text.includes('\0')) return text;
  return `[not text: ${response.headers.get('content-type') ?? 'of no known type'}]`;
}
