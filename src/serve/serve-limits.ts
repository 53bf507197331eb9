/** The limits of a server. */
export interface ServeLimits {
  /** Most bytes of a request's body. */
  readonly bodyBytes: number;
  /** Most requests a minute of one token, or of one address where there are no tokens. */
  readonly requestsPerMinute: number;
  /** Most wrong tokens a minute of one address that are told to be wrong. */
  readonly wrongTokensPerMinute: number;
  /** Most runs at once; another one is refused. */
  readonly runs: number;
  /** Most open event streams. */
  readonly streams: number;
  /** How long a request may take to arrive whole, in ms. */
  readonly arrivalMs: number;
  /** How long a stream may take nothing of what is sent to it, in ms. */
  readonly stalledMs: number;
  /** How often a stream without events gets a sign of life, in ms. */
  readonly heartbeatMs: number;
  /** How long calls under way may take to end when the server stops, in ms. */
  readonly drainMs: number;
}

/** The limits unless others are set. */
export const defaultServeLimits: ServeLimits = {
  bodyBytes: 16 * 2 ** 20,
  requestsPerMinute: 600,
  wrongTokensPerMinute: 60,
  runs: 256,
  streams: 1000,
  arrivalMs: 30_000,
  stalledMs: 60_000,
  heartbeatMs: 15_000,
  drainMs: 8000,
};
