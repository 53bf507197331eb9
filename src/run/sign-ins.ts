/** The sign-in state of a server. */
export interface SignInState {
  /** How its token is stored, as for keys; left out: nobody is signed in. */
  readonly held?: 'in_memory' | 'locked' | 'unlocked';
  /** Whether the server has refused a request since: nobody was signed in, or the permissions were too few. */
  readonly asks?: 'sign_in' | 'more';
}

/** The sign-in states of all servers at one moment. */
export interface SignInStates {
  readonly version: number;
  readonly servers: Readonly<Record<string, SignInState>>;
}

/** A sign-in that has begun: the address that the person opens, and the state by which the answer is recognised. */
export interface BegunSignIn {
  readonly url: string;
  readonly state: string;
}

/** An OAuth client that a person registered at an authorisation server. */
export interface GivenClient {
  readonly id: string;
  readonly secret?: string;
}

/** Port: signs in at MCP servers. Callers never see the tokens. */
export interface SignIns {
  /**
   * The states of all known servers, by their addresses. With `after`, an earlier version, it resolves once something
   * has changed since then.
   */
  states(after?: number): Promise<SignInStates>;
  /** The key of a server in the states; undefined if the text is no server address. */
  nameOf(server: string): Promise<string | undefined>;
  /**
   * Begins a sign-in. `page`: the page that the person returns to. Errors: `TASK_FAILURE` with what is wrong with the
   * server; its `details.reason` is `client` if a client must be given.
   */
  begin(server: string, page: string, client?: GivenClient): Promise<BegunSignIn>;
  /**
   * Completes the sign-in that `state` belongs to, from the query of the page that the person returned to. With
   * `passphrase` the tokens are also stored, encrypted. Errors: `TASK_FAILURE`; `VALIDATION_ERROR` if the passphrase is
   * not the one in use.
   */
  finish(state: string, answer: string, passphrase?: string): Promise<void>;
  /** Deletes the tokens of a server. */
  forget(server: string): Promise<void>;
}
