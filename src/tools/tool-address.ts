import { toolError } from './tool-error';

/**
 * The address of a tool. Throws where it is none that may be asked. What is said of an address names its host alone:
 * its path and query may hold secrets.
 */
export function toolAddress(text: string): URL {
  if (!URL.canParse(text))
    throw toolError('The address of the tool is not a URL.', 'It begins with https:// or http://.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw toolError(`A tool is asked over https or http, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw toolError(`The address of ${url.host} holds a password.`, 'Send it in a header, as {{secrets.NAME}}.');
  }
  return url;
}
