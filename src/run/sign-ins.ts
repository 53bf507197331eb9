/** How it is with a server at which one can sign in. */
export interface SignInState {
  /** Where its token is, as with keys; left out: nobody is signed in. */
  readonly held?: 'in_memory' | 'locked' | 'unlocked';
  /** Whether it refused a request since: nobody was signed in, or too little was allowed. */
  readonly asks?: 'sign_in' | 'more';
}

/** How it stood with all servers at a moment. */
export interface SignInStates {
  readonly version: number;
  readonly servers: Readonly<Record<string, SignInState>>;
}

/** A sign-in that was begun: where the person goes, and by what the answer is known. */
export interface BegunSignIn {
  readonly url: string;
  readonly state: string;
}

/** A client that a person registered at an authorisation server by themselves. */
export interface GivenClient {
  readonly id: string;
  readonly secret?: string;
}

/** Port: signing in at servers of the Model Context Protocol. Tokens stay behind it. */
export interface SignIns {
  /**
   * How it is with all servers that are known, by their addresses. With `after`, a version that was given before,
   * it resolves once something is otherwise than it was then.
   */
  states(after?: number): Promise<SignInStates>;
  /** By what a server is known there; undefined for what is no address of a server. */
  nameOf(server: string): Promise<string | undefined>;
  /**
   * Begins a sign-in. `page`: the one that the person comes back to. Errors: `TASK_FAILURE` with what is wrong with the
   * server, with `details.reason` `client` where a client has to be given.
   */
  begin(server: string, page: string, client?: GivenClient): Promise<BegunSignIn>;
  /**
   * Ends the sign-in that `state` was given for, by the query of the page that the person came back to. With
   * `passphrase` the tokens are also stored, encrypted. Errors: `TASK_FAILURE`; `VALIDATION_ERROR` for another
   * passphrase than the one in use.
   */
  finish(state: string, answer: string, passphrase?: string): Promise<void>;
  /** Lets go of the tokens of a server. */
  forget(server: string): Promise<void>;
}
