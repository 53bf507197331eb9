/** Bytes that were stored of runs since their heads were last written, in this process. */
export interface RunSizes {
  add(executionId: string, bytes: number): void;
  of(executionId: string): number;
}

/**
 * Short payloads are counted here, and taken into the head of their run by its next append: so that storing one need
 * not wait for the log. What a crash loses of it is a little of a figure.
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
