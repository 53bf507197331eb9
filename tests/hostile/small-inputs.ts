import { type HostileInput, inDescription, inTask, json, most, withModel, xml, yaml } from './hostile-input';

const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const fineYaml = withModel('{ description: Grüße 🧵 }');
const fineXml = `<?xml version="1.0" encoding="UTF-16"?>\n<task id="a" ><description>Grüße 🧵</description><model>sim:default</model></task>`;

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
/** Names that every JavaScript object has, used as every kind of name. */
export const reserved: readonly HostileInput[] = names.flatMap((name): HostileInput[] => {
  const own = name === 'prototype';
  const key = name === '__proto__' ? 'HED106' : 'HED106 HED201';
  return [
    yaml(`${name} as a key of the document`, key, () => `${name}: { polluted: true }\ntasks: {}\n`),
    yaml(`${name} as a task`, own ? 'fine' : 'HED106', () =>
      withModel('{ description: x }').replace('  a:', `  ${name}:`),
    ),
    yaml(`${name} as a key of a task`, key, () => withModel(`{ description: x, ${name}: { polluted: true } }`)),
    yaml(
      `${name} as a variable`,
      own ? 'fine' : 'HED106',
      () => `variables: { ${name}: { polluted: true } }\ntasks: {}\n`,
    ),
    yaml(
      `${name} as a merged key`,
      own ? 'fine' : 'HED106',
      () => `x-a: &a { ${name}: { polluted: true } }\nvariables: { <<: *a }\ntasks: {}\n`,
    ),
    json(`${name} in JSON`, own ? 'fine' : 'HED106', () => `{"variables":{"${name}":{"polluted":true}},"tasks":{}}`),
    json(`${name} as a list of JSON`, key, () => `{"${name}":[1],"tasks":{}}`),
    xml(`<${name}>`, key, () => inTask(`<description>x</description><${name}>polluted</${name}>`)),
    xml(`the attribute ${name}`, key, () => `<workflow ${name}="polluted"><tasks/></workflow>`),
    xml(`<${name}> in a free value`, 'any', () =>
      inTask(`<description>x</description><returns><${name}><a>polluted</a></${name}></returns>`),
    ),
    xml(
      `id="${name}"`,
      own ? 'HED308' : 'HED106',
      () => `<workflow><tasks><task id="${name}"><description>x</description></task></tasks></workflow>`,
    ),
    xml(
      `${name} in format="json"`,
      name === '__proto__' ? 'HED106' : 'fine HED106',
      () =>
        `<workflow><variables><variable name="x" format="json">{"${name}":{"polluted":true}}</variable></variables><tasks/></workflow>`,
    ),
    xml(
      `${name} as the name of a variable`,
      own ? 'fine' : 'HED106',
      () => `<workflow><variables><variable name="${name}">x</variable></variables><tasks/></workflow>`,
    ),
    yaml(`${name} in expressions`, 'HED305 HED401 HED402 HED304', () =>
      withModel(`{ description: "{{${name}}} {{a.${name}.x}}", condition: "${name} == 1 || variables.${name}.x" }`),
    ),
  ];
});

/** Bytes that are strange, or not text. */
export const bytes: readonly HostileInput[] = [
  yaml('invalid UTF-8', 'HED110', () => Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe, 0xfd])),
  xml('UTF-8 that is cut off', 'HED110', () => Buffer.from('<task>ü</task>').subarray(0, 7)),
  yaml('overlong UTF-8', 'HED110', () => Buffer.from([0x61, 0x3a, 0x20, 0xc0, 0xaf])),
  yaml('invalid UTF-8 at the end of 5 MB', 'HED110', () =>
    Buffer.concat([Buffer.alloc(most, 'a'), Buffer.from([0xff])]),
  ),
  yaml('NUL bytes', 'HED107', () => 'tasks:\0 {}'),
  xml('NUL bytes', 'HED107', () => inDescription('\0')),
  yaml('5 MB of NUL bytes', 'HED107', () => Buffer.alloc(most)),
  yaml('UTF-16, little end first', 'fine', () => utf16(fineYaml, 'le')),
  yaml('UTF-16, big end first', 'fine', () => utf16(fineYaml, 'be')),
  xml('UTF-16, little end first', 'fine', () => utf16(fineXml, 'le')),
  xml('UTF-16, big end first', 'fine', () => utf16(fineXml, 'be')),
  yaml('UTF-16 with half a character', 'HED110', () => utf16(fineYaml, 'le').subarray(0, 41)),
  yaml('UTF-16 without a mark', 'HED107 HED110', () => utf16(fineYaml, 'le').subarray(2)),
  yaml('UTF-16 with a lone surrogate', 'HED110', () => utf16('a: \ud800', 'le')),
  yaml('UTF-32', 'HED107 HED110', () => Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])),
  yaml('a lone surrogate that is escaped', 'HED101 HED202 HED203 HED107', () => `name: "\\ud800"\ntasks: {}\n`),
  json('a lone surrogate that is escaped', 'HED101 HED202 HED203 HED107', () => `{"name":"\\ud800","tasks":{}}`),
  xml('a reference to a lone surrogate', 'HED108', () => inDescription('&#xD800;')),
  xml('a reference to NUL', 'HED108', () => inDescription('&#0;')),
  xml('a reference beyond all characters', 'HED108', () => inDescription(`&#${'9'.repeat(100_000)};`)),
];
