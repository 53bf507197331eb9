/** Port: time. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with `CANCELLED` on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Port: an unpredictable number in [0, 1). */
export type Random = () => number;

/**
 * Port: secrets of the machine by name, for http and mcp tools, and where each is sent: an origin, or `stdio:COMMAND`.
 * Undefined: there is none. Throws an `AppError` if nobody has allowed that it is sent there. They are never put into
 * an event.
 */
export type SecretOf = (name: string, target: string) => string | undefined;
