/** The names of secrets in a text, written as `{{secrets.NAME}}`, in order, without duplicates. */
export function listSecretNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name))];
}
