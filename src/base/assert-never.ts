/**
 * Closes a switch over a union: a member that was forgotten does not compile. Throws if a value slipped past the types.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
