// Writes tests/fixtures/cel/conformance.json from the package @bufbuild/cel-spec, which carries the conformance suite
// of google/cel-spec: `npm pack @bufbuild/cel-spec`, unpack it, then `node scripts/cel-conformance.mjs FOLDER/package`.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files of the suite that are about the language itself, and about the extensions that Heddle has. */
const files = [
  'basic',
  'bindings_ext',
  'comparisons',
  'conversions',
  'encoders_ext',
  'fields',
  'fp_math',
  'integer_math',
  'lists',
  'logic',
  'macros',
  'macros2',
  'math_ext',
  'namespace',
  'parse',
  'plumbing',
  'string',
  'string_ext',
  'timestamps',
  'type_deductions',
];

/** What only messages of Protocol Buffers have: JSON has no such values. */
const protobuf = /TestAllTypes|NestedTestAll|GlobalEnum|enumValue|cel\.expr|google\.protobuf\.(?!Timestamp|Duration)/;

const folder = resolve(process.argv[2] ?? '.');
const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const { tests } = await import(pathToFileURL(`${folder}/dist/esm/testdata/conformance.js`).href);

/** @type {{ id: string, [key: string]: unknown }[]} */
const cases = [];
for (const suite of tests.suites) if (files.includes(suite.name)) collect(suite, suite.name);
const head = {
  source: 'https://github.com/google/cel-spec/tree/master/tests/simple/testdata',
  version: about.upstreamCelSpecRef,
  package: `${about.name} ${about.version}`,
  licence:
    'Apache-2.0, see LICENSE in this folder. Changed: cases of Protocol Buffers are left out, the others are JSON.',
};
const lines = cases.map((found) => `    ${JSON.stringify(found)}`);
const text = JSON.stringify(head, null, 2).replace(/\n}$/, `,\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`);
writeFileSync(new URL('../tests/fixtures/cel/conformance.json', import.meta.url), text);

/**
 * @param {any} suite
 * @param {string} path
 */
function collect(suite, path) {
  const { tests: own = [], suites = [] } = suite;
  for (const { original } of own) {
    const {
      name,
      expr,
      typeEnv = [],
      bindings = {},
      disableCheck,
      evalError,
      checkOnly,
      typedResult,
      ...rest
    } = original;
    const value = rest.value ?? typedResult?.result;
    if (checkOnly || protobuf.test(JSON.stringify([expr, typeEnv, bindings, value ?? null]))) continue;
    const names = Object.fromEntries(
      Object.entries(bindings).map(([key, bound]) => [key, /** @type {any} */ (bound).value]),
    );
    const alike = cases.filter(({ id }) => id === `${path}/${name}` || id.startsWith(`${path}/${name}#`)).length;
    cases.push({
      id: `${path}/${name}${alike === 0 ? '' : `#${alike + 1}`}`,
      expr,
      ...(typeEnv.length > 0 ? { declared: typeEnv.map((/** @type {any} */ { name: known }) => known) } : {}),
      ...(Object.keys(names).length > 0 ? { names } : {}),
      ...(disableCheck ? { unchecked: true } : {}),
      ...(evalError ? { fails: true } : { value: value ?? { boolValue: true } }),
    });
  }
  for (const inner of suites) collect(inner, `${path}/${inner.name}`);
}
