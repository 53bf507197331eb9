/** The model's name of a key as a file has it: `dependsOn` → `depends_on`. */
export function snakeCase(key: string): string {
  // The most keys have no capitals, and a file has a great many keys.
  return /[A-Z]/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;
}
