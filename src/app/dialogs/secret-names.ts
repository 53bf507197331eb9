/** Names of secrets that stand in a text as `{{secrets.NAME}}`, in order, each once. */
export function secretNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name))];
}
