import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { AppError } from '@/base/errors';
import { UnaddressedError } from './mcp-fetch';

/** A failure between Heddle and a server. `said`: the server answered with an error, and the session is intact. */
export interface McpFault {
  readonly kind: 'said' | 'status' | 'expired' | 'unreachable' | 'broken' | 'late' | 'other';
  readonly message: string;
  /** The HTTP status. */
  readonly status?: number;
  /** The request needs more permissions than were granted at the last sign-in. */
  readonly isWider?: boolean;
  /** The error of fetch, if the server is unreachable. */
  readonly failure?: unknown;
  /** The final error, if it is already known. */
  readonly error?: AppError;
}

/** How servers say that they no longer know a session. */
const lostSession = /session|not initialized/i;

/** The fault for an error of the protocol's library, or of fetch. */
export function findFault(error: unknown): McpFault {
  if (error instanceof AppError) return { kind: 'broken', message: error.message, error };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnaddressedError) return { kind: lostSession.test(message) ? 'expired' : 'said', message };
  if (error instanceof ProtocolError) return { kind: 'said', message };
  if (error instanceof InsufficientScopeError) return { kind: 'status', message, status: 403, isWider: true };
  if (error instanceof SdkHttpError) return createStatusFault(error.status, String(error.data.text ?? ''), message);
  if (error instanceof SdkError) {
    // The cause of a failed version negotiation.
    if (error.cause !== undefined) return findFault(error.cause);
    // The server's process has ended since its last use.
    if (error.code === SdkErrorCode.NotConnected) return { kind: 'expired', message };
    return { kind: error.code === SdkErrorCode.RequestTimeout ? 'late' : 'other', message };
  }
  // Fetch rejects with a TypeError.
  return error instanceof TypeError ? { kind: 'unreachable', message, failure: error } : { kind: 'other', message };
}

/**
 * A server answers 404 if it no longer knows a session
 * (modelcontextprotocol.io/specification/2025-11-25/basic/transports, session management); several third-party servers
 * answer 400 with a message.
 */
function createStatusFault(status: number, text: string, message: string): McpFault {
  const isExpired = status === 404 || (status === 400 && lostSession.test(text));
  return { kind: isExpired ? 'expired' : 'status', message, status };
}
