import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';

/** Words for the error codes of authorisation servers (RFC 6749, 4.1.2.1 and 5.2; RFC 8707, 2). */
const words: Readonly<Record<string, string>> = {
  access_denied: 'was refused',
  invalid_target: 'is not for this server: the authorisation server does not know it',
  invalid_scope: 'asks for what the authorisation server does not allow',
  temporarily_unavailable: 'is not possible at the moment',
  unauthorized_client: 'is not allowed to Heddle',
};

/** The error for a sign-in that an authorisation server refused with a standard code. */
export function createServerRefusal(server: URL, code: string): AppError {
  const known = Object.hasOwn(words, code) ? words[code] : undefined;
  return createToolError(
    `The sign-in at ${server.host} ${known ?? `was refused (${checkCode(code)})`}.`,
    'Try it again.',
  );
}

/**
 * The error of a sign-in, for the person. Server messages other than codes are left out: they may contain a token that
 * was sent, or impersonate another server.
 */
export function explainOAuth(error: unknown, server: URL): AppError {
  if (error instanceof AppError) return error;
  const { host } = server;
  if (error instanceof IssuerMismatchError) {
    return error.kind === 'metadata'
      ? createToolError(`The authorisation server that ${host} names says that it is another one.`, notSignedIn)
      : createToolError(
          `The answer to the sign-in at ${host} comes from another server, and was not used.`,
          notSignedIn,
        );
  }
  if (error instanceof InsecureTokenEndpointError) {
    return createToolError(`The token address of the sign-in at ${host} is not encrypted.`, notSignedIn);
  }
  if (error instanceof RegistrationRejectedError) {
    const what = `The authorisation server of ${host} refused to register Heddle (${error.status}).`;
    return createToolError(
      what,
      'It may not allow this address of Heddle. A client that you register yourself may work.',
    );
  }
  if (error instanceof OAuthError) {
    const { code } = error;
    if (!isRevoked(code)) return createServerRefusal(server, code);
    const message = `The authorisation server of ${host} does not accept this sign-in (${checkCode(code)}).`;
    return new AppError('TASK_FAILURE', message, { advice: 'Sign in again.', details: { reason: 'revoked' } });
  }
  if (error instanceof TypeError) {
    const advice = 'It may be down, or not allow requests from this page (CORS).';
    return createToolError(`The authorisation server of ${host} cannot be reached.`, advice);
  }
  return createToolError(
    `What ${host} or its authorisation server says of the sign-in does not follow the standard.`,
    notSignedIn,
  );
}

const notSignedIn = 'Nobody was signed in. Tell whoever runs the server.';

/** Whether a code means that a grant, or the client it was given to, is no longer valid. */
function isRevoked(code: string): boolean {
  return code === 'invalid_grant' || code === 'invalid_client' || code === 'unauthorized_client';
}

/** A code if it is a short lower-case word, as in the standard. */
function checkCode(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'for no known reason';
}
