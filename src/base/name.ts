/** The form of a name, and the messages for a person who wrote another. */
export const namePattern = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
export const notWritten = 'A name starts with a letter or _, followed by letters, digits, _ . -';

/** Names of properties that every JavaScript object has; refused as ids, so that lookups in plain records are safe. */
const reserved = new Set(Object.getOwnPropertyNames(Object.prototype));
export const isReserved = (name: string): boolean => reserved.has(name);
export const reservedName = 'This name is reserved. Choose another.';

/** What is wrong with a name that a person gives, as a message for that person; undefined if nothing. */
export function nameProblem(name: string): string | undefined {
  if (!namePattern.test(name)) return notWritten;
  return isReserved(name) ? reservedName : undefined;
}
