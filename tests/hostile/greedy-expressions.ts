import { type HostileInput, inTask, lines, mega, repeat, withModel, xml, yaml } from './hostile-input';

const emojis = (count: number): string => repeat(count, (at) => `<a${at}>😀</a${at}>`);
/** Expressions, templates, patterns and graphs whose naive check would take long. */
export const greedyExpressions: readonly HostileInput[] = [
  xml('emoji in many tags, and a slip at the end', 'HED108', () => inTask(`${emojis(50_000)}<`)),
  xml('emoji in many tags, and a wrong end tag', 'HED108', () => inTask(`${emojis(50_000)}</x>`)),
  yaml('an expression of a million letters', 'HED401 HED305', () =>
    withModel(`{ description: x, condition: ${'a'.repeat(mega)} }`),
  ),
  yaml('an expression of many names', 'HED401', () =>
    withModel(`{ description: x, condition: "${'a+'.repeat(mega / 2)}a" }`),
  ),
  yaml('an expression of many quotes', 'HED401', () =>
    withModel(`{ description: x, condition: '${`"a" + `.repeat(mega / 6)}"' }`),
  ),
  yaml('an expression of many brackets', 'HED401', () =>
    withModel(`{ description: x, condition: "${'['.repeat(mega)}" }`),
  ),
  yaml('an expression of many choices', 'HED401', () =>
    withModel(`{ description: x, condition: "${'a ? b : '.repeat(mega / 8)}c" }`),
  ),
  yaml('an expression of many fields', 'HED401', () =>
    withModel(`{ description: x, condition: "a${'.b'.repeat(mega / 2)}" }`),
  ),
  yaml('macros in macros', 'HED401', () =>
    withModel(`{ description: x, condition: "${'[1].all(x, '.repeat(5_000)}true${')'.repeat(5_000)}" }`),
  ),
  yaml(
    'many small expressions that are wrong',
    'HED401',
    () =>
      `default_model: sim:default\ntasks:\n${lines(10_000, (at) => `  t${at}: { description: x, condition: "1 +" }`)}\n`,
  ),
  ...[
    '{{',
    '}}',
    '{{a}}',
    '{{ a',
    '{{a | b }}',
    '{{{',
    '{{"',
    '{{tasks["a"].',
    '{{a.b.c.d.e}}',
    '\\{{',
    '{{#a}}',
    '{{ ',
  ].map((piece) =>
    yaml(`a prompt of 1 MB of ${piece}`, 'any', () =>
      withModel(`{ description: '${piece.repeat(mega / piece.length)}' }`),
    ),
  ),
  yaml(
    'many dependencies that do not exist',
    'HED301',
    () =>
      `default_model: sim:default\ntasks:\n${lines(6_000, (at) => `  long_name_of_task_${at}: { description: x, depends_on: [long_name_of_tusk_${at}] }`)}\n`,
  ),
  yaml(
    'one task that depends on very many',
    'fine',
    () =>
      `default_model: sim:default\ntasks:\n${lines(10_000, (at) => `  t${at}: { description: x }`)}\n  z: { description: x, depends_on: [${repeat(10_000, (at) => `t${at},`)}] }\n`,
  ),
  yaml(
    'every task depends on all before it',
    'fine',
    () =>
      `default_model: sim:default\ntasks:\n${lines(500, (at) => `  t${at}: { description: x, depends_on: [${repeat(at, (on) => `t${on}`, ',')}] }`)}\n`,
  ),
  yaml(
    'a circle of very many tasks',
    'HED302',
    () =>
      `default_model: sim:default\ntasks:\n${lines(8_000, (at) => `  t${at}: { description: x, depends_on: [t${(at + 1) % 8_000}] }`)}\n`,
  ),
  yaml(
    'a chain of very many tasks',
    'fine',
    () =>
      `default_model: sim:default\ntasks:\n${lines(8_000, (at) => `  t${at}: { description: x, depends_on: [${at === 0 ? '' : `t${at - 1}`}] }`)}\n`,
  ),
  yaml(
    'templates that read very many names',
    'HED305',
    () =>
      `default_model: sim:default\ntasks:\n${lines(2_000, (at) => `  name_${at}: { description: "${Array.from({ length: 20 }, (_, on) => `{{nome_${at}_${on}}}`).join(' ')}" }`)}\n`,
  ),
  yaml(
    'a template with many names that do not exist',
    'HED305',
    () =>
      `default_model: sim:default\ntasks:\n  z: { description: "${repeat(20_000, (at) => `{{nobody_${at}}}`)}" }\n${lines(5_000, (at) => `  nobady_${at}: { description: x }`)}\n`,
  ),
  yaml('a pattern that others take forever for', 'any', () =>
    withModel(`{ description: x, condition: 'matches("${'a'.repeat(5_000)}!", "(a+)+$")' }`),
  ),
  yaml('a pattern in a JSON Schema', 'any', () =>
    withModel(
      `{ description: x, output_schema: { type: string, pattern: "(a+)+$", default: "${'a'.repeat(5_000)}!" } }`,
    ),
  ),
  yaml('red flags of a pattern', 'any', () =>
    withModel(
      `{ type: pipeline, plan: [a], voting: { k: 3, red_flags: { patterns: ["(a+)+$", "${'('.repeat(50_000)}"] } } }`,
    ),
  ),
  yaml('unknown keys without end', 'HED201', () => withModel(`{ ${repeat(60_000, (at) => `descriptio${at}: x,`)} }`)),
  yaml('schemas that lead to themselves', 'any', () =>
    withModel('{ description: x, output_schema: { $ref: "#", $defs: { a: { $ref: "#/$defs/a" } } } }'),
  ),
  yaml('a schema that leads to another machine', 'any', () =>
    withModel('{ description: x, output_schema: { $ref: "http://127.0.0.1:9/x.json" } }'),
  ),
];
