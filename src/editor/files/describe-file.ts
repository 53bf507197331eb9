/** What files with an ending are, for a person and for matching. */
const kinds: Readonly<Record<string, string>> = {
  css: 'style sheet',
  csv: 'table',
  html: 'web page',
  js: 'JavaScript',
  json: 'JSON',
  log: 'log',
  md: 'Markdown',
  pdf: 'PDF',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  py: 'Python',
  rs: 'Rust',
  sh: 'shell script',
  sql: 'SQL',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  txt: 'text',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
};

/** Most characters of the first words. */
const maxWords = 140;
/** How much of a file is looked at for them, in bytes. */
const headBytes = 4096;

/** What is said about a file until a person says more: its kind and its first words, or without either its name. */
export function suggestDescription(path: string, content: Uint8Array): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const kind = ending === undefined ? undefined : kinds[ending];
  const words = firstWords(content);
  const said = [kind, words].filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? name : said.join(': ');
}

/** The first words of a text, in one line; nothing of what is no text. */
function firstWords(content: Uint8Array): string {
  const head = content.subarray(0, headBytes);
  if (head.includes(0)) return '';
  const line = new TextDecoder()
    .decode(head)
    .replace(/[\p{Cc}\s#*=<>_-]+/gu, ' ')
    .trim();
  // What is no UTF-8 is full of these.
  if ((line.match(/\ufffd/g)?.length ?? 0) > 2) return '';
  if (line.length <= maxWords) return line;
  return `${line.slice(0, maxWords).replace(/\s\S*$/, '')}…`;
}
