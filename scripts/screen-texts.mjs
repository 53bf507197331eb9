// Lists every text of the sources that a person may see, with its file and line; with --check, those that break a rule
// of style (`style-rules.mjs`). A text is what stands between tags, and any literal with two words or more.
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { styleRules } from './style-rules.mjs';

/**
 * `isPiece`: it may continue in an element beside it.
 *
 * @typedef {{ file: string, line: number, text: string, isPiece: boolean }} ScreenText
 */

/** @param {string} file @returns {ScreenText[]} */
function textsIn(file) {
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {ScreenText[]} */
  const texts = [];
  /** @param {number} at @param {string} raw @param {boolean} isPiece */
  const add = (at, raw, isPiece = false) => {
    const text = raw.replace(/\s+/g, ' ').trim();
    if (/\p{L}{2}/u.test(text)) texts.push({ file, line: source.slice(0, at).split('\n').length, text, isPiece });
  };
  const visitor = new Visitor({
    JSXText: ({ start, value }) => add(start, value, true),
    JSXAttribute: ({ value }) => {
      if (value?.type === 'Literal' && typeof value.value === 'string' && /^\p{Lu}/u.test(value.value)) {
        add(value.start, value.value);
      }
    },
    Literal: ({ start, value }) => {
      if (typeof value === 'string' && /\p{L}\S* \S*\p{L}/u.test(value)) add(start, value);
    },
    TemplateLiteral: ({ start, quasis }) => {
      const text = quasis.map(({ value }) => value.cooked ?? '').join('…');
      if (/\p{L}\S* \S*\p{L}/u.test(text)) add(start, text);
    },
    Property: ({ key, value }) => {
      const isLabel = key.type === 'Identifier' && /^(label|title|name|help|hint|text)$/.test(key.name);
      if (isLabel && value.type === 'Literal' && typeof value.value === 'string' && /^\p{Lu}\S*$/u.test(value.value)) {
        add(value.start, value.value);
      }
    },
  });
  visitor.visit(program);
  return texts;
}

const files = readdirSync('src', { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /(?<!\.(test|testing))\.tsx?$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
  .toSorted();
/** Texts that models are sent, or that the simulated model writes: a word changed there changes what runs. */
const forModels =
  /builtin-library|blank-tasks|builtin-declarations|plan\/limits|providers\/simulated|engine\/(compaction|drafting|decompose)|repair-text|rank-texts/;
const texts = files.filter((file) => !forModels.test(file)).flatMap(textsIn);

if (process.argv.includes('--check')) {
  const broken = texts.flatMap(({ file, line, text, isPiece }) =>
    styleRules.flatMap(({ found, say, ofEnd }) =>
      !(isPiece && ofEnd) && found.test(text) ? [`${file}:${line} “${text}”: ${say}`] : [],
    ),
  );
  for (const one of broken) console.log(one);
  console.log(`${texts.length} texts, ${broken.length} break a rule.`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} else {
  for (const { file, line, text } of texts) console.log(`${file}:${line}\t${text}`);
}
