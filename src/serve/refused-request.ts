import { defined } from '@/base/defined';
import { AppError, type ErrorCode } from '@/base/errors';
import type { Diagnostic } from '@/workflow/diagnostic';
import { formatPath } from '@/workflow/diagnostic';

/** Statuses of HTTP with which a request is refused. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 503 | 507;

const codes: Partial<Record<RefusalStatus, ErrorCode>> = {
  429: 'RESOURCE_EXHAUSTION',
  500: 'INTERNAL',
  503: 'RESOURCE_EXHAUSTION',
};

/** An error that is answered with a status of HTTP. */
export function createRequestRefusal(status: RefusalStatus, message: string, advice?: string): AppError {
  return new AppError(codes[status] ?? 'VALIDATION_ERROR', message, {
    details: { status },
    advice,
    retryable: status === 429 || status === 503,
  });
}

/** A workflow that cannot run, with every problem. */
export function createWorkflowRefusal(name: string, problems: readonly Diagnostic[]): AppError {
  return new AppError('VALIDATION_ERROR', `${name} cannot run as it is.`, {
    details: { status: 422, problems: problems.map(formatProblemJson) },
  });
}

/** A problem as it is told to programs. */
export function formatProblemJson({ code, severity, message, path, range }: Diagnostic) {
  return {
    code,
    severity,
    message,
    path: formatPath(path),
    ...defined({ line: range?.line, column: range?.column }),
  };
}

const byCode: Partial<Record<ErrorCode, RefusalStatus>> = {
  VALIDATION_ERROR: 400,
  FILE_REFUSED: 400,
  XML_PARSE_ERROR: 400,
  STORAGE_FULL: 507,
  STORAGE_FAILED: 503,
  STALE_SAVE: 409,
};

/** The status for an error. That another process has a run (`host/ownership.ts`) is a conflict. */
export function findErrorStatus(error: unknown): RefusalStatus {
  if (!(error instanceof AppError)) return 500;
  const { status, reason } = error.details ?? {};
  if (typeof status === 'number') return status as RefusalStatus;
  return reason === 'run_elsewhere' ? 409 : (byCode[error.code] ?? 500);
}
