/**
 * A function of a text that remembers what it made of the texts of late, for what is asked again and again. At least
 * `room` characters of text are remembered, at most twice as many and one more text. What it makes must not be changed
 * by those who get it. A text for which it throws is not remembered.
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
