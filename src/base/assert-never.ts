/** Closes a switch over a union: a forgotten member does not compile. Throws if a value bypassed the types. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
