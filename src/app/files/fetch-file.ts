import { readBoundedBytes } from '@/base/bounded-body';
import { maxWorkflowBytes } from '@/formats/limits';
import { refuseFile, refuseLarge } from './refuse-file';

/** A fetched file; `name` is the last part of its address. */
export interface FetchedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Fetches a file, whatever media type the server gives. A file above the limit is refused as soon as its size is known.
 * Throws `FILE_REFUSED` with advice; an abort rejects with the reason of the signal.
 */
export async function fetchWorkflowFile(address: string, signal: AbortSignal): Promise<FetchedFile> {
  const url = parseAddress(address);
  let bytes: Uint8Array;
  try {
    // No data about the person is sent: the server sees that an address is read, but not by whom or from where.
    const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) throw refuseStatus(url, response.status);
    bytes = await readBounded(response, url);
  } catch (error) {
    signal.throwIfAborted();
    // A missing or broken response is only a TypeError.
    throw error instanceof TypeError ? await explainSilence(url, signal) : error;
  }
  return { name: readFileName(url), bytes };
}

function parseAddress(address: string): URL {
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw refuseFile('This is not an address.', 'Give one that starts with https:// or http://.');
  }
  if (url.username || url.password) {
    throw refuseFile('The address holds a name or a password.', 'Download the file and open it here.');
  }
  return url;
}

function readFileName(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url.host;
  } catch {
    return last;
  }
}

function refuseStatus({ host }: URL, status: number) {
  if (status === 404 || status === 410) {
    return refuseFile(`${host} has nothing at this address (${status}).`, 'Check the address.');
  }
  if (status === 401 || status === 403) {
    const advice = 'It may need you to sign in: download the file there, and open it here.';
    return refuseFile(`${host} does not give this file to everyone (${status}).`, advice);
  }
  return refuseFile(`${host} could not answer (${status}).`, 'Try again later, or download the file and open it here.');
}

async function readBounded(response: Response, url: URL): Promise<Uint8Array> {
  const label = `“${readFileName(url)}”`;
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > maxWorkflowBytes) {
    await response.body?.cancel();
    throw refuseLarge(label);
  }
  const bytes = await readBoundedBytes(response.body, maxWorkflowBytes);
  if (bytes === undefined) throw refuseLarge(label);
  return bytes;
}

/**
 * A page cannot distinguish a server that is down from one that does not allow it to read. A probe that needs no
 * permission tells which it is.
 */
async function explainSilence(url: URL, signal: AbortSignal) {
  const download = 'Download the file and open it here.';
  try {
    await fetch(url, { mode: 'no-cors', signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch {
    const isBlocked = url.protocol === 'http:' && globalThis.location?.protocol === 'https:';
    const advice = isBlocked
      ? 'Browsers do not let a page on https read from an http address.'
      : 'Check the address, and the connection of this computer.';
    return refuseFile(`No answer from ${url.host}.`, `${advice} ${download}`);
  }
  return refuseFile(`${url.host} does not let other pages read this file (CORS).`, download);
}
