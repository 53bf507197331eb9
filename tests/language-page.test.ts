import { describe, expect, it } from 'vitest';
import { isSameJson } from '@/base/json';
import { checkText } from '@/formats/check-text';
import { readXml } from '@/formats/xml/read-xml';
import { readYaml } from '@/formats/yaml/read-yaml';
import { functionList, functionNamespaces } from '@/workflow/expressions/function-list';
import { languagePages } from './support/language-pages';

/** One fenced example of the page. */
interface Example {
  readonly notation: 'yaml' | 'xml';
  readonly text: string;
  /** The file and the line that it starts in. */
  readonly place: string;
}

const examples: readonly Example[] = languagePages.flatMap(({ file, text }) =>
  [...text.matchAll(/^```(yaml|xml)\n(.*?)^```$/gms)].map((match) => ({
    notation: match[1] as Example['notation'],
    text: match[2] ?? '',
    place: `${file}:${text.slice(0, match.index).split('\n').length + 1}`,
  })),
);
const inYaml = examples.filter(({ notation }) => notation === 'yaml');

describe('the pages of the language', () => {
  it.each(inYaml)('have an example without mistakes at $place', ({ text }) => {
    const { diagnostics, document } = checkText(text, [], 'yaml');
    expect(diagnostics.filter(({ code }) => code !== 'HED516')).toEqual([]);
    expect(document).toBeDefined();
  });

  it.each(examples.flatMap((example, index) => (example.notation === 'xml' ? [{ ...example, index }] : [])))(
    'say in the XML at $place what the YAML above it says',
    ({ text, index }) => {
      const { document, diagnostics } = readXml(text);
      expect(diagnostics).toEqual([]);
      const { heddle: _version, ...said } = document ?? {};
      expect(isSameJson(said, readYaml(examples[index - 1]?.text ?? '').document)).toBe(true);
    },
  );

  it('name every function of expressions', () => {
    const isNamespace = (name: string | undefined) => functionNamespaces.some((found) => found === name);
    const names = functionList.map(({ on, name }) => (isNamespace(on) ? `${on}.${name}` : name));
    expect(names.filter((name) => languagePages.every(({ text }) => !text.includes(`\`${name}(`)))).toEqual([]);
  });
});
