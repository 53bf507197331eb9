import { createToolError } from '@/base/tool-error';

/**
 * An address that receives data of a sign-in, or to which a person is sent. Throws if it is not allowed: endpoints must
 * use https, except on this machine
 * (modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations, communication
 * security), and a server on the internet must not point into the person's network. `what`: what the address is, to
 * precede “of the sign-in”. Messages name only the host of an address.
 */
export function parseOauthAddress(text: string, server: URL, what: string): URL {
  if (!URL.canParse(text)) throw createAddressRefusal(`The ${what} of the sign-in at ${server.host} is not a URL.`);
  const url = new URL(text);
  const { protocol, hostname, host } = url;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw createAddressRefusal(`The ${what} of the sign-in at ${server.host} is not a web address (${protocol}).`);
  }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw createAddressRefusal(`The ${what} of the sign-in at ${server.host} is not encrypted: http://${host}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw createAddressRefusal(`The ${what} of the sign-in at ${server.host} holds a password.`);
  }
  if (isPrivate(hostname) && !isPrivate(server.hostname)) {
    throw createAddressRefusal(`${server.host} points the sign-in into your own network, at ${host}.`);
  }
  return url;
}

function createAddressRefusal(message: string): Error {
  return createToolError(message, 'Nothing was sent there. Tell whoever runs the server.');
}

/**
 * Whether a host is this machine. Hosts are in the form of URLs: `127.1` and the like are written out, IPv6 is in
 * brackets.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname);
}

/** This machine, and addresses that are not routed on the internet (RFC 1918, 3927, 4193, 4291, 6598, 6762). */
const privateHosts: readonly RegExp[] = [
  /^(?:0|10)\./,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(?:1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^\[(?:::|f[cd]|fe[89ab])/,
  /\.(?:local|internal)$/,
];

function isPrivate(hostname: string): boolean {
  return isLoopback(hostname) || privateHosts.some((pattern) => pattern.test(hostname));
}
