import { createToolError } from '@/base/tool-error';

/**
 * Parses the address of a tool. Throws if requests to it are not allowed. Messages name only the host of an address,
 * because path and query may contain secrets.
 */
export function parseToolAddress(text: string): URL {
  if (!URL.canParse(text))
    throw createToolError('The address of the tool is not a URL.', 'It begins with https:// or http://.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw createToolError(`A tool is asked over https or http, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw createToolError(`The address of ${url.host} holds a password.`, 'Send it in a header, as {{secrets.NAME}}.');
  }
  return url;
}
