/** Port: hears from other processes that there is more in the log of a run. */
export interface RemoteRuns {
  /**
   * Calls the listener with the id of a run that has more; undefined: any may have, because the connection was away or
   * some seconds have passed. Returns a function that ends it.
   */
  watch(listener: (executionId: string | undefined) => void): () => void;
}
