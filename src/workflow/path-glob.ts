import { RE2JS } from 're2js';

/**
 * Whether a path matches a pattern: `*` and `?` match characters of a name, `**` any folders. Linear in the length of
 * the path.
 */
export function createPathTest(glob: string): (path: string) => boolean {
  const source = [...glob.matchAll(/\*\*\/|\*\*|\*|\?|[^*?]+/g)]
    .map(([part]) => tokens[part] ?? RE2JS.quote(part))
    .join('');
  const pattern = RE2JS.compile(`^${source}$`);
  return (path) => pattern.matcher(path).matches();
}

const tokens: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
