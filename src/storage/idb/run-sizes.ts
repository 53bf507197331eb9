/** Bytes stored for runs in this process since their heads were last written. */
export interface RunSizes {
  add(executionId: string, bytes: number): void;
  of(executionId: string): number;
}

/**
 * Short payloads are counted here, and added to the head of their run by its next append, so that storing one need not
 * wait for the log. A crash loses only this count, and the size of the run is slightly too small.
 */
export function createRunSizes(): RunSizes {
  const sizes = new Map<string, number>();
  return {
    add: (id, bytes) => {
      const sum = (sizes.get(id) ?? 0) + bytes;
      if (sum === 0) sizes.delete(id);
      else sizes.set(id, sum);
    },
    of: (id) => sizes.get(id) ?? 0,
  };
}
