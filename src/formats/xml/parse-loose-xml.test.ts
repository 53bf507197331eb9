import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { maxNesting } from '@/base/json';
import { maxDiagnostics, maxWorkflowBytes } from '../limits';
import { parseLooseXml } from './parse-loose-xml';
import { parseXml } from './parse-xml';
import type { XmlElement } from './xml-node';

const seeds = new URL('../../../tests/fixtures/xml/seeds/', import.meta.url);
const files = readdirSync(seeds).filter((file) => file.endsWith('.xml'));
const textOf = (file: string): string => readFileSync(new URL(file, seeds), 'utf8');

/** An element in short: texts in quotes, blank ones left out. */
function shown({ name, attributes, children }: XmlElement): string {
  const inside = [
    ...attributes.map(({ name, value }) => `@${name}=${value}`),
    ...children.flatMap((child) =>
      child.kind === 'element' ? [shown(child)] : child.text.trim() === '' ? [] : [JSON.stringify(child.text.trim())],
    ),
  ];
  return `${name}(${inside.join(' ')})`;
}

/** An element with all that it knows, which the strict parser tells only if asked. */
function whole({ name, nameSpan, tagSpan, span, attributes, children }: XmlElement): object {
  const inside = children.map((child) => {
    if (child.kind === 'element') return whole(child);
    const { text, isCdata, span } = child;
    return { text, isCdata, span };
  });
  return { name, nameSpan, tagSpan, span, attributes, inside };
}

/** What was found, and the repairs with the text that they point at. */
function loosely(text: string): [root: string, ...repairs: string[]] {
  const { root, diagnostics } = parseLooseXml(text);
  const repairs = diagnostics.map(({ code, severity, message, range }) => {
    expect([code, severity]).toEqual(['HED505', 'warning']);
    return `${message} [${range ? text.slice(range.from, range.to) : ''}]`;
  });
  return [root ? shown(root) : 'nothing', ...repairs];
}

describe('parseLooseXml', () => {
  it.each<[what: string, text: string, root: string, ...repairs: string[]]>([
    ['a well-formed text', '<task id="a">x &lt; y<b/></task>', 'task(@id=a "x < y" b())'],
    ['an element in a fence', 'Here you are:\n```xml\n<task>x</task>\n```\nDone.', 'task("x")'],
    ['an element amid prose', 'I made a <b>task</b>: <task>x</task>. Is it right?', 'task("x")'],
    [
      'an element beside a smaller one, of which no more is told than that it is left out',
      '<task>x & y</task> <cond><case/></cond> <task>u & v</task>',
      'cond(case())',
      'Left out another <task>. [task]',
      'Left out another <task>. [task]',
    ],
    ['a tag that the prose mentions', 'Use `<task>` so:\n```xml\n<task>x</task>\n```\n', 'task("x")'],
    [
      'a fence within the element',
      '<workflow><description>Write\n```xml\n<task/>\n```\n</description></workflow>',
      'workflow(description("Write\\n```xml\\n<task/>\\n```"))'.replace('\\n<task/>\\n', '" task() "'),
    ],
    [
      'the largest of several elements',
      '```xml\n<task>x</task>\n```\nor\n```xml\n<cond><case/></cond>\n```',
      'cond(case())',
      'Left out another <task>. [task]',
    ],
    [
      'an element in a fence that is cut off',
      '```xml\n<task><description>x\n```\nThat is all.',
      'task(description("x"))',
      'Closed <task>, which the text leaves open. [task]',
      'Closed <description>, which the text leaves open. [description]',
    ],
    [
      'a missing end tag',
      '<task><steps><task>x</steps></task>',
      'task(steps(task("x")))',
      'Closed <task>, which has no end tag. [task]',
    ],
    [
      'an end tag that closes nothing',
      '<task></b>x</task>',
      'task("x")',
      'Left out </b>, which closes nothing. [</b>]',
    ],
    [
      'an end tag of another name',
      '<task><instructions>x</description><steps/></task>',
      'task(instructions("x") steps())',
      'Read </description> as </instructions>. [description]',
    ],
    [
      'an end tag too many in a text',
      '<task><description>x</b> y</description></task>',
      'task(description("x" "y"))',
      'Left out </b>, which closes nothing. [</b>]',
    ],
    [
      'bare & and <',
      '<task a="x & y">if a < b && c <= d</task>',
      'task(@a=x & y "if a < b && c <= d")',
      'Read & as a character. It is written &amp;. [&]',
      'Read < as a character. It is written &lt;. [<]',
      'Read & as a character. It is written &amp;. [&]',
      'Read & as a character. It is written &amp;. [&]',
      'Read < as a character. It is written &lt;. [<]',
    ],
    [
      'two < side by side',
      '<task>1 << 2 <<steps/></task>',
      'task("1 << 2 <" steps())',
      'Read < as a character. It is written &lt;. [<]',
      'Read < as a character. It is written &lt;. [<]',
      'Read < as a character. It is written &lt;. [<]',
    ],
    [
      'a < before a name',
      '<task>if a <b and c> d</task>',
      'task("if a <b and c> d")',
      'Read < as a character. It is written &lt;. [<]',
    ],
    [
      'a type that looks like a tag',
      '<task>returns a List<String> of names</task>',
      'task("returns a List" "<String>" "of names")',
      'Read <String> as characters. A < is written &lt;. [<String>]',
    ],
    [
      'a < in a value',
      '<task><case test="a < 5 && b > 2"/></task>',
      'task(case(@test=a < 5 && b > 2))',
      'Repaired the tag <case>. [test="a < 5 && b > 2"]',
      'Read & as a character. It is written &amp;. [&]',
      'Read & as a character. It is written &amp;. [&]',
    ],
    [
      'values without quotes, names without values, doubled attributes',
      '<task id=a b type="c" id="d"/>',
      'task(@id=a @type=c)',
      'Repaired the tag <task>. [id=a]',
      'Left out the second attribute id. [id]',
    ],
    ['a missing space', '<task id="a"type="b"/>', 'task(@id=a @type=b)', 'Repaired the tag <task>. [type="b"]'],
    [
      'a missing quote',
      '<task id="a>\n<description name="b">x</description></task>',
      'task(@id=a description(@name=b "x"))',
      'Repaired the tag <task>. [id="a]',
    ],
    ['a missing >', '<task><a id="b"\n<c/></a></task>', 'task(a(@id=b c()))', 'Repaired the tag <a>. [<]'],
    [
      'a text that ends in a tag',
      '<task><description>x</description><steps><task id="b" ty',
      'task(description("x") steps())',
      'Closed <task>, which the text leaves open. [task]',
      'Closed <steps>, which the text leaves open. [steps]',
      'Left out a tag that is cut off. [<task id="b" ty]',
    ],
    [
      'a text that ends in CDATA',
      '<task><description><![CDATA[a & b',
      'task(description("a & b"))',
      'Closed <task>, which the text leaves open. [task]',
      'Closed <description>, which the text leaves open. [description]',
      'Closed this cdata at the end of the text. [<!]',
    ],
    [
      'an entity that is not known',
      '<task>&nbsp;x</task>',
      'task("&nbsp;x")',
      'Read & as a character. It is written &amp;. [&]',
    ],
    ['no element that may be meant', 'Say <hello>world</hello>.', 'nothing'],
    ['an empty text', '', 'nothing'],
  ])('reads %s', (_what, text, ...expected) => {
    expect(loosely(text)).toEqual(expected);
  });

  it('saves the malformed example of the seeds', () => {
    const [root, ...repairs] = loosely(textOf('002-3417-mismatched-end-tags.xml'));
    expect(root).toContain('task(task_instructions("Process data using specific format") inputs(input(@name=raw_data');
    expect(root).toContain('task_instructions("Load and validate input data") expected_output(');
    expect(repairs).toEqual(Array(2).fill('Read </description> as </task_instructions>. [description]'));
  });

  it.each(files)('reads %s as the strict parser does, if that reads it', (file) => {
    const strict = parseXml(textOf(file)).root;
    const { root, diagnostics } = parseLooseXml(textOf(file));
    if (strict === null || !['task', 'cond'].includes(strict.name)) return;
    expect(root && whole(root)).toEqual(whole(strict));
    expect(diagnostics).toEqual([]);
  });

  it('reads no deeper than the limit, no larger file, no more repairs', () => {
    const { root, diagnostics } = parseLooseXml('<task>'.repeat(100_000));
    let depth = 0;
    for (let at: XmlElement | undefined = root ?? undefined; at; depth += 1) {
      at = at.children.find((child) => child.kind === 'element');
    }
    expect(depth).toBe(maxNesting + 1);
    expect(diagnostics.some(({ message }) => message.includes('nested more than'))).toBe(true);
    expect(parseLooseXml('x'.repeat(maxWorkflowBytes + 1)).diagnostics.map(({ code }) => code)).toEqual(['HED105']);
    expect(parseLooseXml(`<task>${'& '.repeat(10_000)}</task>`).diagnostics).toHaveLength(maxDiagnostics);
  });
});

it('an end tag that no element has is a misspelt one only after text alone', () => {
  const misspelt = 'Read </descriptoin> as </description>. [descriptoin]';
  const within = (inside: string) => loosely(`<task><description>${inside}</descriptoin></task>`);
  expect(within('text')).toEqual(['task(description("text"))', misspelt]);
  expect(within('text <type>atomic</type> more')).not.toContain(misspelt);
  expect(within('<type>atomic</type>')).not.toContain(misspelt);
});
