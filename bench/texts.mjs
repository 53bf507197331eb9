import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Texts of each kind: what people write and code, of this project, and letters without a word break, which are others
 * each time.
 */
export function sampleTexts() {
  return {
    prose: () => readAll('../docs', '.md').repeat(10),
    code: () => readAll('../src/engine', '.ts'),
    'long runs': () => Array.from({ length: 20 }, letters).join(' '),
  };
}

/**
 * @param {string} folder
 * @param {string} ending
 */
function readAll(folder, ending) {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  return names
    .sort()
    .map((name) => readFileSync(`${root}/${name}`, 'utf8'))
    .join('\n');
}

let state = 1;

/** Six thousand letters that look random. */
function letters() {
  return Array.from({ length: 6000 }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(97 + (state % 26));
  }).join('');
}
