import type { Json, JsonObject } from '@/base/json';
import { namePattern } from '@/base/name';
import type { MapEntry, SyntaxNode } from '../reading/syntax-node';
import { parseYaml } from '../yaml/parse-yaml';
import { convertYamlToSyntax } from '../yaml/to-syntax';
import { convertAssertions } from './convert-assertions';
import { fillTemplates } from './fill-templates';
import { createSource, type PromptfooSource, type TestImportProblem } from './promptfoo-source';

/** Tests of promptfoo as a Heddle file has them, and what could not be taken, each with its line. */
export interface ImportedTests {
  /** `test_defaults`, if there are any, and `tests`. */
  readonly form: JsonObject;
  readonly problems: readonly TestImportProblem[];
}

/** Reads a file that a file of tests names, by the path as it is written there; undefined: it cannot be read. */
export type ReadNamedFile = (path: string) => Promise<string | undefined>;

/** The most tests, and the most files that one names. */
const mostTests = 10_000;
const mostFiles = 100;
/** The most cases that lists of values of one test make. */
const mostCombined = 100;

/**
 * Reads promptfoo's tests: a configuration, a list of tests in YAML, JSON or JSONL, or rows in CSV. The shapes are
 * those of promptfoo.dev/docs/configuration/test-cases and …/configuration/reference, read in November 2026. Nothing is
 * run and nothing is fetched: what would be needed for that is told as a problem.
 */
export async function readPromptfooTests(name: string, text: string, readFile: ReadNamedFile): Promise<ImportedTests> {
  const reader = new TestReader(readFile);
  await reader.readFileText(name, text);
  return reader.end();
}

/** What holds for each test of a file. */
interface SharedParts {
  readonly inputs: JsonObject;
  /** Assertions that name values of the test, so that each test has its own. */
  readonly assertions: readonly (SyntaxNode | null)[];
  readonly source: PromptfooSource;
}

class TestReader {
  readonly #readFile: ReadNamedFile;
  readonly #problems: TestImportProblem[] = [];
  readonly #tests = new Map<string, JsonObject>();
  #defaults: JsonObject = {};
  #files = 0;

  constructor(readFile: ReadNamedFile) {
    this.#readFile = readFile;
  }

  end(): ImportedTests {
    const defaults = Object.keys(this.#defaults).length === 0 ? {} : { test_defaults: this.#defaults };
    const files = [...new Set(this.#problems.map(({ file }) => file))];
    const problems = this.#problems.toSorted(
      (one, other) => files.indexOf(one.file) - files.indexOf(other.file) || one.line - other.line,
    );
    return { form: { ...defaults, tests: Object.fromEntries(this.#tests) }, problems };
  }

  async readFileText(name: string, text: string, shared?: SharedParts): Promise<void> {
    if (/\.csv$/i.test(name)) return this.#addRows(name, shared);
    const texts = /\.jsonl$/i.test(name) ? text.split('\n') : [text];
    let line = 1;
    for (const part of texts) {
      const source = createSource(name, part, line - 1, this.#problems);
      line += 1;
      if (part.trim() === '') {
        if (texts.length === 1) source.tell([0, 0], 'There are no tests.');
        continue;
      }
      const root = convertYamlToSyntax(part, parseYaml(part).root);
      if (root?.kind === 'broken') source.tell(root.span, 'This is neither YAML nor JSON.');
      else if (root?.kind === 'list') await this.#readTests(root, source, shared);
      else if (root?.kind === 'map' && (texts.length > 1 || shared !== undefined)) this.#addTest(root, source, shared);
      else if (root?.kind === 'map') await this.#readConfig(root, source);
      else source.tell([0, 0], 'There are no tests.');
    }
  }

  async #readConfig(root: SyntaxNode & { readonly kind: 'map' }, source: PromptfooSource): Promise<void> {
    const field = (key: string) => root.entries.find((entry) => entry.key === key);
    const shared = this.#readDefaults(
      field('defaultTest') ?? field('default_test'),
      field('assert'),
      source,
      field('assertionTemplates')?.value,
    );
    const repeat = findChild(field('evaluateOptions')?.value, 'repeat');
    if (repeat?.kind === 'scalar' && typeof repeat.value === 'number')
      this.#defaults = { ...this.#defaults, repeat: repeat.value };
    for (const { key, keySpan } of root.entries) {
      const why = leftOut[key];
      if (why !== undefined) source.tell(keySpan, why);
    }
    const tests = field('tests');
    if (tests === undefined) return source.tell([0, 0], 'There is no “tests”.');
    await this.#readTests(tests.value, source, shared);
  }

  #readDefaults(
    entry: MapEntry | undefined,
    loose: MapEntry | undefined,
    source: PromptfooSource,
    templates: SyntaxNode | null | undefined,
  ): SharedParts {
    source.templates = templates?.kind === 'map' ? templates.entries : [];
    const value = entry?.value;
    if (value?.kind === 'scalar' && entry !== undefined)
      source.tell(entry.keySpan, `The defaults in ${value.text} are not read: put them into this file.`);
    const test = value?.kind === 'map' ? value.entries : [];
    const listed = [...listItems(test.find(({ key }) => key === 'assert')?.value), ...listItems(loose?.value)];
    // What names a value of the test can only be filled in there.
    const named = listed.filter((item) => item !== null && source.textOf(item).includes('{{'));
    const plain = listed.filter((item) => !named.includes(item));
    const expect = convertAssertions(plain, {}, source);
    const { inputs = {}, expect: _none, ...fields } = this.#readFields(test, {}, source);
    this.#defaults = {
      ...fields,
      ...(Object.keys(inputs as JsonObject).length === 0 ? {} : { inputs }),
      ...(expect.length === 0 ? {} : { expect }),
    };
    return { inputs: inputs as JsonObject, assertions: named, source };
  }

  async #readTests(node: SyntaxNode | null, source: PromptfooSource, shared?: SharedParts): Promise<void> {
    const items = node?.kind === 'list' ? node.items : [node];
    for (const item of items) {
      if (item === null) continue;
      if (this.#tests.size >= mostTests)
        return source.tell(item.span, `Tests from here on are left out: more than ${mostTests}.`);
      if (item.kind === 'map') {
        const path = findChild(item, 'path');
        if (path?.kind === 'scalar') await this.#readNamed(path.text, item, source, shared);
        else this.#addTest(item, source, shared);
      } else if (item.kind === 'scalar') await this.#readNamed(item.text, item, source, shared);
      else source.tell(item.span, 'This is not a test.');
    }
  }

  async #readNamed(written: string, node: SyntaxNode, source: PromptfooSource, shared?: SharedParts): Promise<void> {
    const path = /^(?:file:\/\/)?([^:*]+\.(?:csv|ya?ml|jsonl?))$/i.exec(written)?.[1];
    if (path === undefined) {
      const why = /\.xlsx?(#|$)/i.test(written)
        ? 'save it as CSV'
        : /[*]/.test(written)
          ? 'name each file'
          : 'its tests would have to be made or fetched first';
      return source.tell(node.span, `${written} is not read: ${why}.`);
    }
    this.#files += 1;
    if (this.#files > mostFiles) return source.tell(node.span, `${path} is not read: more than ${mostFiles} files.`);
    if (/\.csv$/i.test(path)) return this.#addRows(path, shared ?? { inputs: {}, assertions: [], source });
    const text = await this.#readFile(path);
    if (text === undefined) return source.tell(node.span, `${path} cannot be read.`);
    await this.readFileText(path, text, shared ?? { inputs: {}, assertions: [], source });
  }

  /** Rows stay in their file, which Heddle reads as promptfoo does. */
  async #addRows(path: string, shared?: SharedParts): Promise<void> {
    const bare = path.replace(/^(\.?\/)+/, '');
    const expect = convertAssertions(shared?.assertions ?? [], undefined, shared?.source);
    const test = { rows: `file:///${bare}`, ...(expect.length === 0 ? {} : { expect }) };
    this.#tests.set(this.#findFreeId(bare.replace(/\.csv$/i, '')), test);
    const header = (await this.#readFile(path))?.split(/\r?\n/, 1)[0] ?? '';
    const odd = /__(?:prefix|suffix|providerOutput|config:[^,;\t"]*|metadata)\b/g;
    for (const [column] of header.matchAll(odd)) {
      this.#problems.push({ file: path, line: 1, message: `The column ${column} has no meaning here.` });
    }
  }

  #addTest(node: SyntaxNode & { readonly kind: 'map' }, source: PromptfooSource, shared?: SharedParts): void {
    const description = findChild(node, 'description');
    const id = findChild(node, 'id') ?? description;
    const name = this.#findFreeId(id?.kind === 'scalar' ? id.text : 'case');
    const { inputs = {}, ...fields } = this.#readFields(node.entries, shared?.inputs ?? {}, source);
    const combined = combineValues(inputs as JsonObject, isCombining(node));
    if (combined === undefined) {
      source.tell(node.span, `Its lists make more than ${mostCombined} cases, so it is left out.`);
      return;
    }
    for (const [index, values] of combined.entries()) {
      const all = { ...shared?.inputs, ...values };
      const own = convertAssertions(listItems(findChild(node, 'assert')), all, source, index > 0);
      const named = shared === undefined ? [] : convertAssertions(shared.assertions, all, shared.source, index > 0);
      const expect = [...own, ...named];
      const isEmptied = expect.length === 0 && listItems(findChild(node, 'assert')).length > 0;
      // It would pass whatever the run gives.
      if (isEmptied && index === 0) source.tell(node.span, 'All that it expects was left out, so it is disabled.');
      this.#tests.set(combined.length === 1 ? name : this.#findFreeId(`${name}_${index + 1}`), {
        ...(description?.kind === 'scalar' ? { description: description.text } : {}),
        ...(Object.keys(values).length === 0 ? {} : { inputs: values }),
        ...fields,
        ...(expect.length === 0 ? {} : { expect }),
        ...(isEmptied ? { disabled: true } : {}),
      });
    }
  }

  #readFields(entries: readonly MapEntry[], shared: JsonObject, source: PromptfooSource): JsonObject {
    const fields: { -readonly [K in keyof JsonObject]: JsonObject[K] } = {};
    for (const { key, keySpan, value } of entries) {
      if (key === 'vars') fields['inputs'] = readValues(value, shared, source);
      else if (key === 'threshold') {
        const given = source.toJson(value);
        if (typeof given === 'number' && given >= 0 && given <= 1) fields['threshold'] = given;
        else source.tell(keySpan, '“threshold” is a share from 0 to 1.');
      } else if (key === 'metadata') fields['tags'] = listTags(source.toJson(value));
      else if (key === 'options') this.#readOptions(value, fields, source);
      else if (!silent.has(key)) source.tell(keySpan, `“${key}” of a test has no counterpart here; it is left out.`);
    }
    return fields;
  }

  #readOptions(node: SyntaxNode | null, fields: Record<string, Json>, source: PromptfooSource): void {
    for (const { key, keySpan, value } of node?.kind === 'map' ? node.entries : []) {
      const model = key === 'provider' ? source.findModel(value) : undefined;
      if (model !== undefined) fields['judge'] = { model };
      else if (key === 'repeat' && value?.kind === 'scalar' && typeof value.value === 'number')
        fields['repeat'] = value.value;
      else if (key !== 'disableVarExpansion')
        source.tell(keySpan, `“options.${key}” has no counterpart here; it is left out.`);
    }
  }

  #findFreeId(wished: string): string {
    const words = wished
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 50);
    const base = namePattern.test(words) ? words : `case_${words}`.replace(/_$/, '');
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? base : `${base}_${number}`;
      if (!this.#tests.has(id)) return id;
    }
  }
}

/** Fields of a configuration that are told once. Others (server, sharing, output) mean nothing for tests. */
const leftOut: Readonly<Record<string, string>> = {
  prompts: 'The workflow has the prompts: those of this file are not taken.',
  providers: 'The workflow names its models: those of this file are not taken.',
  targets: 'The workflow names its models: those of this file are not taken.',
  scenarios: '“scenarios” are not read: write their tests out.',
  redteam: '“redteam” makes its tests with a model; they are not read.',
  derivedMetrics: '“derivedMetrics” have no counterpart here.',
  extensions: '“extensions” are code, which is not run.',
  nunjucksFilters: '“nunjucksFilters” are code, which is not run.',
};

/** Fields of a test that are read elsewhere, or say nothing about what is expected. */
const silent: ReadonlySet<string> = new Set(['assert', 'description', 'id', 'type']);

const listItems = (node: SyntaxNode | null | undefined): readonly (SyntaxNode | null)[] =>
  node?.kind === 'list' ? node.items : node == null ? [] : [node];

function findChild(node: SyntaxNode | null | undefined, key: string): SyntaxNode | undefined {
  if (node?.kind !== 'map') return undefined;
  return node.entries.find((entry) => entry.key === key)?.value ?? undefined;
}

function readValues(node: SyntaxNode | null, shared: JsonObject, source: PromptfooSource): JsonObject {
  if (node?.kind === 'scalar')
    source.tell(node.span, `The values in ${node.text} are not read: put them into this file.`);
  const values: { -readonly [K in keyof JsonObject]: JsonObject[K] } = {};
  for (const { key, keySpan, value } of node?.kind === 'map' ? node.entries : []) {
    const given = source.toJson(value);
    if (!namePattern.test(key)) source.tell(keySpan, `“${key}” cannot be the name of an input.`);
    else if (typeof given === 'string' && /^(file|package):\/\//.test(given))
      source.tell(keySpan, `“${key}” is a file (${given}); give it as an input of type file.`);
    else values[key] = given;
  }
  // Values may name each other: promptfoo.dev/docs/configuration/guide, "Nested variables".
  return fillTemplates(values, { ...shared, ...values }).value as JsonObject;
}

const isCombining = (test: SyntaxNode): boolean => {
  const off = findChild(findChild(test, 'options'), 'disableVarExpansion');
  return !(off?.kind === 'scalar' && off.value === true);
};

/** A list as a value stands for one case for each item. Undefined: there are too many. */
function combineValues(values: JsonObject, isOn: boolean): readonly JsonObject[] | undefined {
  let all: readonly JsonObject[] = [values];
  for (const [name, value] of isOn ? Object.entries(values) : []) {
    if (!Array.isArray(value) || value.length === 0) continue;
    if (all.length * value.length > mostCombined) return undefined;
    all = all.flatMap((one) => (value as readonly Json[]).map((item) => ({ ...one, [name]: item })));
  }
  return all;
}

/** `category: math` is the tag `category=math`. */
function listTags(metadata: Json): string[] {
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata)) return [];
  return Object.entries(metadata).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((one) =>
      one === null || typeof one === 'object' ? [] : [`${key}=${one}`],
    ),
  );
}
