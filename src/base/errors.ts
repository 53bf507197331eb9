import { defined } from './defined';
import type { Json } from './json';

/**
 * Codes of all errors in a run or at a boundary. Codes are part of the saved run log: add, never rename. The first
 * seven are the language's own (language page, section 9).
 */
export const errorCodes = [
  'RESOURCE_EXHAUSTION',
  'INVALID_OUTPUT',
  'VALIDATION_ERROR',
  'XML_PARSE_ERROR',
  'TASK_FAILURE',
  'PROVIDER_ERROR',
  'CANCELLED',
  'NOT_RUN_YET',
  'KEY_NEEDED',
  'STORAGE_FAILED',
  'STORAGE_FULL',
  'STALE_SAVE',
  'FILE_REFUSED',
  'NEWER_VERSION',
  'OLDER_VERSION',
  'DAMAGED_RECORD',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Why a provider call failed. It decides on the message for the person, and whether a retry can help. */
const providerErrorKinds = [
  'auth',
  'rate_limit',
  'overloaded',
  'network',
  'cut_off',
  'cors',
  'bad_request',
  'content_filter',
] as const;
export type ProviderErrorKind = (typeof providerErrorKinds)[number];

/** An error as data: stored in events and sent between threads. `message` is written for a person. */
export interface Failure {
  code: ErrorCode;
  message: string;
  /** What the person can do about it, if anything. */
  advice?: string | undefined;
  retryable: boolean;
  /** Figures and names that belong to the code, e.g. `{ kind: 'rate_limit', status: 429, retryAfterMs: 2000 }`. */
  details?: Record<string, Json> | undefined;
}

/** Kinds of errors that are of the connection to the provider: nothing is wrong with what was asked. */
const connectionKinds: ReadonlySet<Json | undefined> = new Set<ProviderErrorKind>([
  'rate_limit',
  'overloaded',
  'network',
  'cut_off',
]);

/** Whether a failure is of the connection to the provider. */
export function isOfConnection({ code, details }: Pick<Failure, 'code' | 'details'>): boolean {
  return code === 'PROVIDER_ERROR' && connectionKinds.has(details?.['kind']);
}

interface AppErrorOptions {
  readonly advice?: string | undefined;
  readonly retryable?: boolean;
  readonly details?: Failure['details'];
  readonly cause?: unknown;
}

/** The only error class of Heddle. `retryable`: whether the same call may succeed later. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly advice: string | undefined;
  readonly retryable: boolean;
  readonly details: Failure['details'];

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.advice = options.advice;
    this.retryable = options.retryable ?? false;
    this.details = options.details;
  }
}

/** Whether a thrown value is an error of Heddle with this reason in its details. */
export function hasReason(error: unknown, reason: string): error is AppError {
  return error instanceof AppError && error.details?.['reason'] === reason;
}

/** Any thrown value as data. A value that is not an AppError is a bug: code `INTERNAL`, message kept. */
export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      retryable: error.retryable,
      ...defined({ advice: error.advice, details: error.details }),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, retryable: false };
}

/** The inverse of {@link toFailure}. */
export function fromFailure(failure: Failure): AppError {
  return new AppError(failure.code, failure.message, failure);
}
