/** The model's name of a key as a file has it: `dependsOn` → `depends_on`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
