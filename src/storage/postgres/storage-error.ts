import { AppError } from '@/base/errors';

const noRoom: ReadonlySet<string> = new Set(['53100', '53200', 'ENOSPC']);
/** The server says that it ends, starts, or lost a process of its own. */
const serverIsAway: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300']);
const networkIsAway: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);
/** What the driver says, without a code, of a connection that broke. */
const broken = /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded)/;

/** Whether PostgreSQL could not be reached: what was not yet to be committed can be tried again. */
export function isAway(error: unknown): boolean {
  const code = getErrorCode(error);
  if (isMissingFile(error)) return false;
  return (
    serverIsAway.has(code) ||
    networkIsAway.has(code) ||
    code.startsWith('08') ||
    (error instanceof Error && broken.test(error.message))
  );
}

/** Whether a transaction failed only because another was faster. */
export function isCollision(error: unknown): boolean {
  return ['40001', '40P01'].includes(getErrorCode(error));
}

/** What the driver threw, as the error that a person sees. `place`: the address of the store, without a password. */
export function convertStorageError(error: unknown, place: string): AppError {
  if (error instanceof AppError) return error;
  const code = getErrorCode(error);
  const cause = error;
  if (noRoom.has(code)) {
    return new AppError('STORAGE_FULL', `PostgreSQL at ${place} has no room left.`, {
      advice: 'Free space there; the run then resumes by itself.',
      retryable: true,
      cause,
    });
  }
  if (isMissingFile(error)) {
    return new AppError('STORAGE_FAILED', `A file that the address of ${place} names cannot be read.`, {
      advice: 'Check sslrootcert, sslcert and sslkey.',
      cause,
    });
  }
  if (isAway(error)) {
    return new AppError('STORAGE_FAILED', `PostgreSQL at ${place} does not answer (${code || 'connection lost'}).`, {
      advice: 'Check that it runs and can be reached from here. What is stored can be resumed.',
      retryable: true,
      cause,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'ENOTFOUND') {
    return new AppError('STORAGE_FAILED', `The host of ${place} is not known here.`, {
      advice: 'Check its name in the address of the store.',
      cause,
    });
  }
  if (tlsTrouble.test(`${code} ${message}`)) {
    return new AppError('STORAGE_FAILED', `There is no TLS with PostgreSQL at ${place}: ${message}`, {
      advice: 'Set sslmode=verify-full in the address, with sslrootcert=FILE for a certificate authority of your own.',
      cause,
    });
  }
  if (code === '28P01' || code === '28000' || /password must be a/.test(message)) {
    return new AppError('STORAGE_FAILED', `PostgreSQL at ${place} did not let Heddle in.`, {
      advice: 'Check the user and the password of HEDDLE_STORE or --store, or set PGPASSWORD.',
      cause,
    });
  }
  if (code === '3D000') {
    return new AppError('STORAGE_FAILED', `There is no such database at ${place}.`, {
      advice: 'Create it (createdb), or name another one.',
      cause,
    });
  }
  if (code === '42501') {
    return new AppError('STORAGE_FAILED', `The user at ${place} may not do what Heddle needs there.`, {
      advice: 'Let it create a schema in the database, or make it the owner of the schema.',
      cause,
    });
  }
  return new AppError('STORAGE_FAILED', `PostgreSQL at ${place} could not store or read data (${code || message}).`, {
    advice: 'Its log tells more.',
    cause,
  });
}

/** What TLS says of a certificate, or of a server that has none. */
const tlsTrouble = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO|does not support SSL/;

/**
 * Whether a file of a certificate cannot be read. A missing socket is no file that is opened, and a connection that the
 * other side resets is read from, too.
 */
function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  return error.syscall === 'open' || (error.syscall === 'read' && !networkIsAway.has(getErrorCode(error)));
}

function getErrorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
