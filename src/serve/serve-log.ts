import { type DestinationStream, pino } from 'pino';

/** Port: the log of a server, a line of JSON for each entry. No entry has a token, a key, or a value of an input. */
export interface ServeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log that writes to a stream. */
export function createServeLog(destination: DestinationStream): ServeLog {
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    destination,
  );
}

/** An error for the log: what kind it is and where it was thrown, without its message, which may quote an input. */
export function describeLoggedError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames.slice(0, 8).map((line) => line.trim()) };
}
