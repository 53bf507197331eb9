let given = 0;

/** A name that was not used before, such as `msg_0000001f`. */
export function newId(kind: string): string {
  given += 1;
  return `${kind}_${given.toString(16).padStart(8, '0')}`;
}
