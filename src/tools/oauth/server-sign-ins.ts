/** What a server said when it refused a request for want of a sign-in, or of a wider one (RFC 6750, RFC 9728). */
export interface Challenge {
  /** Where the server describes itself. */
  readonly metadata?: string | undefined;
  /** What it wants to be allowed, with spaces between. */
  readonly scope?: string | undefined;
}

/** Port: where somebody is signed in. Servers are named by the address of their endpoint. */
export interface ServerSignIns {
  /** The token for a server, renewed if it is about to expire; undefined: nobody is signed in there. */
  tokenOf(server: URL): Promise<string | undefined>;
  /** Another token in the place of one that the server refused; undefined: there is none without a person. */
  renewed(server: URL, refused: string): Promise<string | undefined>;
  /** Keeps in mind that a server refused a request with this token, and why. */
  asked(server: URL, challenge: Challenge, refused: string | undefined): void;
  /** Whether one can sign in at a server that asked for it, which is looked up there. */
  isOffered(server: URL): Promise<boolean>;
  /** Resolves once another token is there than the one that the server refused. Rejects with `CANCELLED` on abort. */
  whenSignedIn(server: URL, signal: AbortSignal): Promise<void>;
  /** What a server said, without the secrets of its sign-in. */
  strike<T>(server: URL, said: T): T;
}
