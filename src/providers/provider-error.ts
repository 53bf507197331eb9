import { AppError, type Failure, type ProviderErrorKind } from '@/base/errors';
import { cutToStart } from '@/base/start-of';
import { createOriginFetch } from '@/base/within-origin';
import type { ProviderConfig } from './provider-config';

/** Kinds of errors after which the same call may succeed later. */
const transient: ReadonlySet<ProviderErrorKind> = new Set(['rate_limit', 'overloaded', 'network', 'cut_off']);

/**
 * A `PROVIDER_ERROR`. Its `details` contain kind and provider id in addition to `more.details`; `retryable` follows
 * from the kind.
 */
export function createProviderError(
  provider: ProviderConfig,
  kind: ProviderErrorKind,
  message: string,
  more: { readonly advice?: string; readonly retryable?: boolean; readonly details?: Failure['details'] } = {},
): AppError {
  return new AppError('PROVIDER_ERROR', message, {
    advice: more.advice,
    retryable: more.retryable ?? transient.has(kind),
    details: { kind, provider: provider.id, ...more.details },
  });
}

/** A fetch for the requests to a provider, which hold its key: it follows redirects only within one origin. */
export function createProviderFetch(provider: ProviderConfig, fetcher: typeof fetch): typeof fetch {
  return createOriginFetch(fetcher, (message, advice) =>
    createProviderError(provider, 'bad_request', message, { advice }),
  );
}

/** An answer that stopped before its end: a dropped connection, or a server that closed the stream. */
export function createCutOffError(provider: ProviderConfig): AppError {
  return createProviderError(provider, 'cut_off', `The answer of ${provider.label} was cut off.`, {
    advice: 'The connection was lost before the end. Run the task again.',
  });
}

/** Most characters of the words of a server about the end of an answer that are quoted. */
const maxEnding = 300;

/**
 * An answer with an end that does not leave it whole: `reason` is the word of the server, `said` its explanation, if it
 * gave one.
 */
export function createBadEndError(provider: ProviderConfig, reason: string, said = ''): AppError {
  const words = said === '' ? '' : ` It says: ${cutToStart(said, maxEnding)}`;
  const ended = `${provider.label} ended the answer with “${cutToStart(reason, 60)}”, so it was cut off.${words}`;
  return createProviderError(provider, 'cut_off', ended, {
    advice: 'Run the task again, or choose another model.',
    details: { reason: 'ended', end: cutToStart(reason, 60) },
  });
}

/**
 * An answer without a recognised end and with content that cannot be read. `unread`: the error of the protocol's
 * library.
 */
export function createNotUnderstoodError(provider: ProviderConfig, unread: Error): AppError {
  const why = cutToStart(unread.message.split('\n', 1)[0] ?? '', 200);
  return createProviderError(
    provider,
    'bad_request',
    `${provider.label} sent an answer that Heddle cannot read. ${why}`,
    {
      advice: 'Check its protocol in Models, or the proxy between it and this page.',
      details: { reason: 'not_understood' },
    },
  );
}

/** A file that the protocol of a provider cannot transport. `why`: the message of the protocol's library. */
export function createNotCarriedError(provider: ProviderConfig, why: string): AppError {
  return createProviderError(
    provider,
    'bad_request',
    `${provider.label} cannot be sent this file: ${cutToStart(why, 200)}`,
    {
      advice: 'Attach it in another form, or choose another model.',
      details: { reason: 'attachment' },
    },
  );
}
