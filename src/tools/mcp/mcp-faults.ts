import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { AppError } from '@/base/errors';

/** What went wrong between us and a server. `said`: it answered with an error, and the session is sound. */
export interface McpFault {
  readonly kind: 'said' | 'status' | 'expired' | 'unreachable' | 'broken' | 'late' | 'other';
  readonly message: string;
  /** Of HTTP. */
  readonly status?: number;
  /** That more has to be allowed than was when somebody signed in. */
  readonly isWider?: boolean;
  /** What to say of it, where that is known already. */
  readonly error?: AppError;
}

/** What an error of the protocol's library, or of what it stands on, means. */
export function faultOf(error: unknown): McpFault {
  if (error instanceof AppError) return { kind: 'broken', message: error.message, error };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProtocolError) return { kind: 'said', message };
  if (error instanceof InsufficientScopeError) return { kind: 'status', message, status: 403, isWider: true };
  if (error instanceof SdkHttpError) return ofStatus(error.status, String(error.data.text ?? ''), message);
  if (error instanceof SdkError) {
    // What the question for the revisions ended with.
    if (error.cause !== undefined) return faultOf(error.cause);
    // The process that the server was has ended since it was used last.
    if (error.code === SdkErrorCode.NotConnected) return { kind: 'expired', message };
    return { kind: error.code === SdkErrorCode.RequestTimeout ? 'late' : 'other', message };
  }
  // What fetch rejects with.
  return { kind: error instanceof TypeError ? 'unreachable' : 'other', message };
}

/**
 * A server answers 404 where it does not know a session any more
 * (modelcontextprotocol.io/specification/2025-11-25/basic/transports, session management); several that others wrote
 * answer 400 and say so.
 */
function ofStatus(status: number, text: string, message: string): McpFault {
  const isExpired = status === 404 || (status === 400 && /session|not initialized/i.test(text));
  return { kind: isExpired ? 'expired' : 'status', message, status };
}
