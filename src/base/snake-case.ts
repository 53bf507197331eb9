/** The key in a file for a property name: `dependsOn` → `depends_on`. */
export function convertToSnakeCase(key: string): string {
  // Most keys have no capitals, and a file has very many keys.
  return /[A-Z]/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;
}

/** The inverse of {@link convertToSnakeCase}: `depends_on` → `dependsOn`. */
export function convertToCamelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
