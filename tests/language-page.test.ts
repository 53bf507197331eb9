import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '@/base/json';
import { checkText } from '@/formats/check-text';
import { readXml } from '@/formats/xml/read-xml';
import { readYaml } from '@/formats/yaml/read-yaml';
import { functionList, functionNamespaces } from '@/workflow/expressions/function-list';

/** One fenced example of the page. */
interface Example {
  readonly notation: 'yaml' | 'xml';
  readonly text: string;
  /** The line that it starts in. */
  readonly line: number;
}

const page = readFileSync('docs/guide/language.md', 'utf8');
const examples: readonly Example[] = [...page.matchAll(/^```(yaml|xml)\n(.*?)^```$/gms)].map((match) => ({
  notation: match[1] as Example['notation'],
  text: match[2] ?? '',
  line: page.slice(0, match.index).split('\n').length + 1,
}));
const inYaml = examples.filter(({ notation }) => notation === 'yaml');

describe('the reference page', () => {
  it.each(inYaml)('has an example without mistakes in line $line', ({ text }) => {
    const { diagnostics, document } = checkText(text, [], 'yaml');
    expect(diagnostics.filter(({ code }) => code !== 'HED516')).toEqual([]);
    expect(document).toBeDefined();
  });

  it.each(examples.flatMap((example, index) => (example.notation === 'xml' ? [{ ...example, index }] : [])))(
    'says in the XML of line $line what the YAML above it says',
    ({ text, index }) => {
      const { document, diagnostics } = readXml(text);
      expect(diagnostics).toEqual([]);
      const { heddle: _version, ...said } = document ?? {};
      expect(isSameJson(said, readYaml(examples[index - 1]?.text ?? '').document)).toBe(true);
    },
  );

  it('names every function of expressions', () => {
    const isNamespace = (name: string | undefined) => functionNamespaces.some((found) => found === name);
    const names = functionList.map(({ on, name }) => (isNamespace(on) ? `${on}.${name}` : name));
    expect(names.filter((name) => !page.includes(`\`${name}(`))).toEqual([]);
  });
});
