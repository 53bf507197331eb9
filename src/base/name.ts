/** How a name is written, and what to tell a person who wrote another. */
export const namePattern = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
export const notWritten = 'A name starts with a letter or _, followed by letters, digits, _ . -';

/**
 * Names that every JavaScript object already answers to; refused as ids, so that plain records are safe to look up in.
 */
const reserved = new Set(Object.getOwnPropertyNames(Object.prototype));
export const isReserved = (name: string): boolean => reserved.has(name);
export const reservedName = 'This name is reserved. Choose another.';

/** What is wrong with a name that a person gives, for that person; undefined: nothing. */
export function nameProblem(name: string): string | undefined {
  if (!namePattern.test(name)) return notWritten;
  return isReserved(name) ? reservedName : undefined;
}
