/**
 * Caches the results of a function of a text, for texts that come again and again. Keeps the most recent texts: at
 * least `room` characters, at most twice as many and one more text. Callers must not change a result. A text for which
 * the function throws is not cached.
 */
export function memoize<T>(room: number, make: (text: string) => T): (text: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  let used = 0;
  return (text) => {
    if (recent.has(text)) return recent.get(text) as T;
    const made = older.has(text) ? (older.get(text) as T) : make(text);
    recent.set(text, made);
    used += text.length;
    if (used > room) {
      older = recent;
      recent = new Map();
      used = 0;
    }
    return made;
  };
}
