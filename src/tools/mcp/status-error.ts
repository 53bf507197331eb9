import type { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';

const words: Readonly<Record<number, readonly [what: string, advice: string]>> = {
  401: [
    'requires authentication (401)',
    'Check the token in the headers of the tool; {{secrets.NAME}} keeps it secret.',
  ],
  403: ['does not allow this (403)', 'Check what the token in the headers of the tool may do.'],
  404: ['has no server of MCP at this path (404)', 'Check the address.'],
  405: ['does not take requests of MCP at this path (405)', 'Check the address.'],
  429: ['has been asked too often (429)', 'Wait a while, or ask it less often.'],
};

/** The error for a status with which an MCP server refused a request. */
export function createStatusError(host: string, status: number): AppError {
  const [what, advice] = words[status] ?? describeStatusClass(status);
  return createToolError(`${host} ${what}.`, advice);
}

function describeStatusClass(status: number): readonly [string, string] {
  if (status === 502 || status === 503 || status === 504) {
    return [`is overloaded or not running (${status})`, 'Try it again later.'];
  }
  if (status >= 500) return [`had an internal error (${status})`, 'Look at its log, or try again.'];
  return [`did not answer as a server of MCP (${status})`, 'Check the address.'];
}
