import { greedyExpressions } from './greedy-expressions';
import {
  filled,
  type HostileInput,
  inDescription,
  inTask,
  json,
  lines,
  mega,
  most,
  repeat,
  withModel,
  xml,
  yaml,
} from './hostile-input';

const entities = lines(30, (level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);

const expansion: readonly HostileInput[] = [
  xml(
    'a billion laughs',
    'HED109',
    () => `<!DOCTYPE workflow [<!ENTITY e0 "ha">${entities}]>${inDescription('&e30;')}`,
  ),
  xml(
    'a quadratic blow-up',
    'HED109',
    () => `<!DOCTYPE w [<!ENTITY e "${'a'.repeat(100_000)}">]>${inDescription('&e;'.repeat(mega))}`,
  ),
  xml(
    'an external entity',
    'HED109',
    () => `<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>${inDescription('&e;')}`,
  ),
  xml(
    'a parameter entity',
    'HED109',
    () => `<!DOCTYPE w [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]>${inDescription('x')}`,
  ),
  xml(
    'an external document type',
    'HED109',
    () => `<!DOCTYPE w SYSTEM "http://127.0.0.1:9/x.dtd">${inDescription('x')}`,
  ),
  xml('an entity without a document type', 'HED109', () => inDescription('&xxe;')),
  xml('a document type that is not closed', 'HED109', () => `<!DOCTYPE w [${filled('<!ENTITY a "b">')}`),
  xml('an XInclude', 'HED201', () =>
    inTask('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'),
  ),
  yaml(
    'an alias bomb',
    'HED104',
    () => `x-0: &a0 [x]\n${lines(15_000, (at) => `x-${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`)}\n`,
  ),
  yaml(
    'an alias bomb in tasks',
    'HED104',
    () =>
      `x-0: &a0 { description: x }\n${lines(20, (at) => `x-${at + 1}: &a${at + 1} { type: group, subtasks: { a: *a${at}, b: *a${at}, c: *a${at} } }`)}\ntasks: { a: *a20 }\n`,
  ),
  yaml(
    'a merge-key bomb',
    'HED104',
    () =>
      `x-0: &a0 { k0: x }\n${lines(10_000, (at) => `x-${at + 1}: &a${at + 1} { <<: [*a${at}, *a${at}], k${at + 1}: x }`)}\n`,
  ),
  yaml(
    'a large map merged again and again',
    'HED104',
    () =>
      `x-0: &a { ${repeat(9_000, (at) => `k${at}: x,`)} }\nx-1:\n${lines(20_000, (at) => `  k${at}: { <<: *a }`)}\n`,
  ),
  yaml('an alias of itself, a million times', 'HED101', () => `x: &a [${filled('*a,', 20)}]\n`),
];

const nesting: readonly HostileInput[] = [
  yaml('lists in lists of flow YAML', 'HED101', () => `x-a: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`),
  yaml('maps in maps of flow YAML', 'HED101', () => `x-a: ${'{a: '.repeat(100_000)}${'}'.repeat(100_000)}\n`),
  yaml('lists in lists of block YAML, in one line', 'HED101', () => `x-a:\n  ${'- '.repeat(100_000)}x\n`),
  yaml('maps in maps of block YAML', 'HED101', () => lines(3_000, (at) => `${' '.repeat(at)}x-a:`)),
  yaml('questions in questions', 'HED101', () => `${'? '.repeat(100_000)}x\n`),
  json('lists in lists', 'HED101', () => `{"x-a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  json('objects in objects', 'HED101', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  xml('elements in elements', 'HED108', () => `${'<task>'.repeat(100_000)}${'</task>'.repeat(100_000)}`),
  xml('elements in elements, none closed', 'HED108', () => filled('<task>')),
  xml(
    'lists in lists of JSON in XML',
    'HED101 HED111',
    () =>
      `<workflow><tasks/><x:a xmlns:x="urn:heddle:x" format="json">${'['.repeat(100_000)}${']'.repeat(100_000)}</x:a></workflow>`,
  ),
  xml(
    'objects in objects of JSON in XML, none closed',
    'HED111 HED101',
    () => `<workflow><tasks/><x:a xmlns:x="urn:heddle:x" format="json">${'{"a":'.repeat(100_000)}</x:a></workflow>`,
  ),
  yaml('parentheses in an expression', 'HED401', () =>
    withModel(`{ description: x, condition: "${'('.repeat(100_000)}1${')'.repeat(100_000)}" }`),
  ),
  yaml('not, a million times', 'HED401', () => withModel(`{ description: x, condition: "${'!'.repeat(mega)}true" }`)),
];

const large: readonly HostileInput[] = [
  ...(['yaml', 'xml', 'json'] as const).map(
    (ending): HostileInput => ({
      what: 'a file of 50 MB',
      ending,
      told: ['HED105'],
      make: () => Buffer.alloc(50 * 1024 * 1024, 'a: b\n'),
    }),
  ),
  yaml('5 MB in one line', 'HED107 HED308', () => `name: ${'x'.repeat(most)}\n`),
  yaml('5 MB in one quoted line', 'HED107', () => `name: "${'x'.repeat(most - 10)}"\n`),
  yaml('5 MB in one key', 'HED201 HED101', () => `${'x'.repeat(most)}: 1\n`),
  yaml('5 MB of a comment', 'HED107', () => `# ${'x'.repeat(most)}\n`),
  yaml('5 MB of short comments', 'HED101', () => filled('#\n')),
  xml('5 MB in one line', 'HED308', () => inDescription('x'.repeat(most - 200))),
  xml('5 MB in one attribute', 'HED107', () => `<workflow name="${'x'.repeat(most - 200)}"><tasks/></workflow>`),
  xml('5 MB in the name of an element', 'HED107', () => `<${'x'.repeat(most - 200)}/>`),
  xml('5 MB of attributes', 'HED108', () => `<workflow ${lines(400_000, (at) => `a${at}="x"`)}/>`),
  yaml('half a million keys', 'HED101 HED105 HED107', () => lines(500_000, (at) => `x-${at}:`)),
  yaml('keys of a flow map without end', 'HED101 HED105 HED107', () => `x-a: {${filled('a,', 20)}}`),
  yaml('the same key without end', 'HED103 HED101 HED105', () => filled('a:\n')),
  json('half a million keys', 'HED101 HED105 HED107', () => `{${repeat(400_000, (at) => `"x-${at}":1`, ',')}}`),
  yaml(
    'keys of ten letters without end',
    'HED101 HED102 HED105 HED201',
    () => `x-a:\n${repeat(250_000, (at) => `  key${1_000_000 + at}: 1\n`)}`,
  ),
  yaml('items without end', 'HED101 HED105', () => `x-a:\n${filled('- a\n', 10)}`),
  yaml('empty items without end', 'HED101 HED105', () => `x-a:\n${filled('-\n', 10)}`),
  yaml('items of a flow list without end', 'HED101 HED105', () => `x-a: [${filled('a,', 10)}]`),
  json('items without end', 'HED101 HED105', () => `{"x-a":[${filled('1,', 10)}1]}`),
  xml(
    'JSON items without end',
    'HED111 HED105 HED101',
    () => `<workflow><tasks/><x:a xmlns:x="urn:heddle:x" format="json">[${filled('1,', 200)}1]</x:a></workflow>`,
  ),
  xml(
    'JSON keys without end',
    'HED111',
    () =>
      `<workflow><tasks/><x:a xmlns:x="urn:heddle:x" format="json">{${repeat(400_000, (at) => `"${at}":1`, ',')}}</x:a></workflow>`,
  ),
  xml('elements without end', 'HED108', () => `<workflow>${filled('<a/>', 50)}</workflow>`),
  xml('members of an error without end', 'HED308', () =>
    inTask(`<type>reparse</type><failed_task><error>${repeat(140_000, (at) => `<e${at}/>`)}</error></failed_task>`),
  ),
  xml('the same element without end', 'HED103 HED201', () => inTask('<model>a</model>'.repeat(140_000))),
  xml('dependencies without end', 'HED301', () => inTask(repeat(40_000, (at) => `<depends_on>t${at}</depends_on>`))),
];

const pieces = [
  '[',
  '{',
  '}}',
  '{}',
  '{{',
  '"\n',
  '- ',
  '? ',
  ': ',
  '&a ',
  '!a ',
  '---\n',
  '<<: ',
  '\t',
  ' ',
  '\n',
  '\r',
  '😀',
  '{{a}}\n',
];
const repeated: readonly HostileInput[] = pieces.map((piece) =>
  yaml(`2 MB of ${JSON.stringify(piece)}`, 'any', () => `tasks: ${filled(piece, 10, 2 * mega)}`),
);

const tags = [
  '<',
  '&',
  '&amp;',
  '&#x',
  '</a>',
  '<a ',
  '<a b="',
  '<a b="c" ',
  '<task/>',
  '<!--',
  '<![CDATA[]]>',
  ']]>',
  '<?x?>',
  '<!A>',
  '\r',
  '```\n',
  '```\n<task/>\n',
  '~~~\n</task>\n',
  '<task><a></task>',
  'a <b and c> d',
  'x<b>y</c>',
];
const repeatedXml: readonly HostileInput[] = tags.map((piece) =>
  xml(`2 MB of ${JSON.stringify(piece)}, and a slip`, 'any', () => `${inDescription(filled(piece, 300, 2 * mega))}<`),
);

/** Inputs that would take much time or memory, in groups. */
export const greedyInputs: Readonly<Record<string, readonly HostileInput[]>> = {
  'what expands without end': expansion,
  'what is nested without end': nesting,
  'what is large': large,
  'YAML of the same again and again': repeated,
  'XML of the same again and again': repeatedXml,
  'expressions and graphs': greedyExpressions,
};
