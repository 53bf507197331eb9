import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportedNames, wordsOf } from './support/exported-names';

const page = readFileSync('docs/GLOSSARY.md', 'utf8');
const rows = [...page.matchAll(/^\| (?!term)(.+?) \| (.+?) \| (.*?) \| ?(.*?) ?\|$/gm)]
  .map(([, term = '', meaning = '', code = '', not = '']) => ({ term, meaning, code: codeIn(code), not: listed(not) }))
  .filter(({ term }) => !/^-+$/.test(term));
const exported = exportedNames();

describe('the glossary', () => {
  it('has each term once, with what it is', () => {
    const terms = rows.map(({ term }) => term);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    expect(rows.filter(({ meaning }) => meaning.length < 12)).toEqual([]);
  });

  it('names what is exported, so that a reader finds where a term begins', () => {
    const names = new Set(exported.map(({ name }) => name));
    expect(rows.flatMap(({ code }) => code).filter((name) => !names.has(name))).toEqual([]);
  });

  it('has the term of every exported name that has one: the last word of a type that several folders use', () => {
    const known = new Set([...rows.flatMap(({ term }) => term.toLowerCase().split(/[ -]/)), ...plainWords()]);
    const folders = new Map<string, Set<string>>();
    for (const { name, kind, file } of exported) {
      if (kind !== 'interface' && kind !== 'type' && kind !== 'class') continue;
      const head = singular(wordsOf(name).at(-1) ?? '');
      folders.set(head, (folders.get(head) ?? new Set()).add(file.split('/')[1] ?? ''));
    }
    const missing = [...folders].filter(([head, used]) => used.size >= 3 && !known.has(head)).map(([head]) => head);
    expect(missing.toSorted()).toEqual([]);
  });

  it('has no exported name with a word that Heddle does not use', () => {
    const barred = new Map(rows.flatMap(({ term, not }) => not.map((word) => [word, term] as const)));
    const found = exported.flatMap(({ name, file }) =>
      wordsOf(name).flatMap((word) =>
        barred.has(word) ? [`${file}: ${name} says ${word} for ${barred.get(word)}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });
});

function codeIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

function listed(cell: string): readonly string[] {
  return cell.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

/** The words of the last section: those of programming, which need no entry. */
function plainWords(): readonly string[] {
  const section = page.slice(page.indexOf('## Words of programming'));
  return [...section.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}

function singular(word: string): string {
  return word.length > 2 && word.endsWith('s') && !/(ss|us|is|facts|options|props)$/.test(word)
    ? word.slice(0, -1)
    : word;
}
