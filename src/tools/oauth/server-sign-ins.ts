/**
 * What a server stated when it refused a request because a sign-in, or one with more permissions, is required (RFC
 * 6750, RFC 9728).
 */
export interface Challenge {
  /** Address of the server's description of itself. */
  readonly metadata?: string | undefined;
  /** The required permissions, separated by spaces. */
  readonly scope?: string | undefined;
}

/** Port: the sign-ins of a person. Servers are identified by the address of their endpoint. */
export interface ServerSignIns {
  /** The token for a server, renewed if it is about to expire; undefined: the person is not signed in there. */
  tokenOf(server: URL): Promise<string | undefined>;
  /** A new token to replace one that the server refused; undefined: none is available without a person. */
  renewed(server: URL, refused: string): Promise<string | undefined>;
  /** Records that a server refused a request with this token, and why. */
  asked(server: URL, challenge: Challenge, refused: string | undefined): void;
  /** Whether a person can sign in at a server that requires it; this is looked up at the server. */
  isOffered(server: URL): Promise<boolean>;
  /** Resolves once there is another token than the refused one. Rejects with `CANCELLED` on abort. */
  whenSignedIn(server: URL, signal: AbortSignal): Promise<void>;
  /** A value from a server with the secrets of its sign-in masked. */
  strike<T>(server: URL, said: T): T;
}
