import type { Json, JsonObject } from '@/base/json';
import { beginInJavaScript } from '../begin-in-javascript';
import type { MappedNode } from '../draft';
import { passOn } from '../draft';
import type { Expression } from '../foreign-graph';
import { getList, getMember, getNumber, getText } from '../read-plain';
import { writeTemplate } from '../values';
import type { DifyContext } from './dify-context';
import { fileEndings } from './file-properties';
import { readsFileList } from './find-output';
import { convertJinja } from './jinja';
import { createJinjaTask } from './jinja-script';
import { readJsonType } from './json-types';
import { readSelector } from './read-expressions';

/** https://docs.dify.ai/en/guides/workflow/node/code */
export function mapCode(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const code = context.at('code');
  if (code.is !== 'code') return context.standIn('It has no code.');
  const outputs = getMember(raw, 'outputs');
  const names =
    typeof outputs === 'object' && outputs !== null && !Array.isArray(outputs)
      ? Object.entries(outputs as JsonObject)
      : [];
  const properties = names.map(([name, one]): [string, Json] => [name, readOutputType(getText(one, 'type'))]);
  const isPython = code.language === 'python';
  const content = isPython ? writePython(code.text) : `${code.text.trimEnd()}\n\nreturn main(input);\n`;
  const form: JsonObject = {
    ...context.common(),
    type: 'script',
    inputs: readInputs(context),
    script: { language: isPython ? 'bash' : 'javascript', content },
    output_schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: names.map(([name]) => name),
    },
  };
  if (!isPython) return context.done([[context.id, form]], 'JavaScript as it was.');
  const done = context.done(
    [[context.id, form]],
    'Python as it was, run by python3 on the command line. A page has no Python.',
    'adapted',
  );
  return { ...done, todo: beginInJavaScript('Python', code.text) };
}

/** Dify lets any output be null. A list that is null could not be gone over. */
function readOutputType(type: string): JsonObject {
  const schema = readJsonType(type);
  return schema['type'] === 'array' ? schema : { ...schema, nullable: true };
}

function readInputs(context: DifyContext): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    getList(context.node.raw, 'variables').flatMap((one, index): [string, Json][] => {
      const name = getText(one, 'variable');
      return /^[A-Za-z_]\w*$/.test(name)
        ? [[name, context.input(context.at('variables', String(index), 'value_selector'))]]
        : [];
    }),
  );
}

/** The program is an argument, so that the inputs are on standard input. */
function writePython(code: string): string {
  const end = code.includes('END_OF_PYTHON') ? `END_OF_PYTHON_${code.length}` : 'END_OF_PYTHON';
  return `program=$(cat <<'${end}'
${code.trim()}

import json as _json, sys as _sys
print(_json.dumps(main(**_json.load(_sys.stdin)), ensure_ascii=False))
${end}
)
python3 -c "$program"
`;
}

/** https://docs.dify.ai/en/guides/workflow/node/template */
export function mapTemplate(context: DifyContext): MappedNode {
  const text = getText(context.node.raw, 'template');
  const list = getList(context.node.raw, 'variables');
  const names = new Map(
    list.map((one, index): [string, Expression] => [
      getText(one, 'variable'),
      context.at('variables', String(index), 'value_selector'),
    ]),
  );
  const { template } = convertJinja(text, names);
  if (template === undefined) return mapJinja(context, text, readInputs(context));
  const output = writeTemplate(template, context.find);
  const used = [...names].flatMap(([name, expression]) => {
    const found = expression.is === 'reference' ? context.find(expression) : undefined;
    return found?.is === 'value' && isFilledIn(text, name) ? [{ name, found }] : [];
  });
  const isPlain = ({ found: { type } }: (typeof used)[number]) => type === 'text' || type === 'number';
  const written = used.filter((one) => !isPlain(one)).map(({ name }) => `“${name}”`);
  const empty = used.filter((one) => isPlain(one) && one.found.isNullable === true).map(({ name }) => `“${name}”`);
  if (written.length > 0)
    context.differs(`a list or an object is written as JSON, and null as nothing: ${written.join(', ')}`);
  if (empty.length > 0) context.differs(`null is written as nothing, where Dify writes “None”: ${empty.join(', ')}`);
  return context.done([[context.id, { ...context.common(), ...passOn({ output }) }]], 'A text with values filled in.');
}

/** Jinja with code in it: a script that does the same, if all of it is known. */
function mapJinja(context: DifyContext, text: string, inputs: Readonly<Record<string, Json>>): MappedNode {
  const script = createJinjaTask(text, inputs);
  if (script === undefined)
    return context.standIn('It is Jinja with code that is not known here.', beginInJavaScript('Jinja', text));
  context.differs('a number with nothing after its point is written without it');
  return context.done(
    [[context.id, { ...context.common(), ...script }]],
    'Its Jinja, written as JavaScript.',
    'adapted',
  );
}

/** Whether a text of Jinja has a variable that is filled in. */
const isFilledIn = (text: string, name: string): boolean =>
  /^[A-Za-z_]\w*$/.test(name) && new RegExp(`\\{\\{\\s*${name}\\b`).test(text);

/** The end of a branch: what a workflow gives. https://docs.dify.ai/en/guides/workflow/node/end */
export function mapEnd(context: DifyContext): MappedNode {
  const form = { ...context.common(), ...passOn(readOutputs(context)) };
  return context.done([[context.id, form]], 'What the workflow gives.');
}

/** What an end gives, by the names that it has for it. */
export function readOutputs(context: DifyContext): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    getList(context.node.raw, 'outputs').flatMap((one, index): [string, Json][] => {
      const name = getText(one, 'variable');
      return /^[A-Za-z_]\w*$/.test(name)
        ? [[name, context.input(context.at('outputs', String(index), 'value_selector'))]]
        : [];
    }),
  );
}

/** https://docs.dify.ai/en/guides/workflow/node/answer */
export function mapAnswer(context: DifyContext): MappedNode {
  const form = { ...context.common(), ...passOn({ answer: context.template('answer') }) };
  const all = context.dify.graph.nodes.filter(({ kind }) => kind === 'answer').length;
  if (all > 1) context.differs('each answer is a result of its own, and none is shown before it is whole');
  return context.done([[context.id, form]], 'The answer of the workflow.');
}

/** https://docs.dify.ai/en/guides/workflow/node/doc-extractor */
export function mapDocument(context: DifyContext): MappedNode {
  const selector = readSelector(getMember(context.node.raw, 'variable_selector'));
  const found = selector && context.find(selector);
  if (found?.is !== 'value') return context.standIn('It reads a file that is not known here.');
  context.differs(
    'the text of a file is read as it is, and of a PDF or a document its name: attach those to a task instead',
  );
  const read = (path: string): JsonObject => ({
    type: 'tool',
    tool: 'read_file',
    args: { path: { from: path } },
    error_handling: { on_error: 'continue' },
  });
  if (!readsFileList(context.dify, context.node))
    return context.done([[context.id, { ...context.common(), ...read(found.path) }]], 'Reads the file.', 'adapted');
  const form: JsonObject = {
    ...context.common(),
    type: 'map',
    items: { from: found.path },
    inner_task: {
      type: 'group',
      subtasks: { read: read('item'), result: { ...passOn({ value: '{{read}}' }), depends_on: ['read'] } },
    },
    returns: { [context.dify.takeExtraId(context.node.id, 'texts')]: 'output.map(x, x.result.value)' },
  };
  return context.done([[context.id, form]], 'Reads each of the files.', 'adapted');
}

/** https://docs.dify.ai/en/guides/workflow/node/list-operator */
export function mapList(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const hasFiles = getText(raw, 'var_type') === 'array[file]';
  const settings: JsonObject = {
    filters:
      getMember(raw, 'filter_by', 'enabled') === true
        ? getList(raw, 'filter_by', 'conditions').map((one) => ({
            key: getText(one, 'key'),
            operator: getText(one, 'comparison_operator'),
            value: getMember(one, 'value') ?? '',
          }))
        : [],
    order:
      getMember(raw, 'order_by', 'enabled') === true
        ? { key: getText(raw, 'order_by', 'key'), value: getText(raw, 'order_by', 'value') }
        : null,
    extract: getMember(raw, 'extract_by', 'enabled') === true ? (getNumber(raw, 'extract_by', 'serial') ?? 1) : null,
    limit: getMember(raw, 'limit', 'enabled') === true ? (getNumber(raw, 'limit', 'size') ?? null) : null,
  };
  const form: JsonObject = {
    ...context.common(),
    type: 'script',
    inputs: { list: context.input(context.at('variable')) },
    script: { language: 'javascript', content: writeListScript(settings, hasFiles) },
    output_schema: {
      type: 'object',
      properties: { result: { type: 'array' }, first_record: {}, last_record: {} },
      required: ['result', 'first_record', 'last_record'],
    },
  };
  if (hasFiles) context.differs('the ending of its name says what type a file is, and nothing else is known of it');
  return context.done([[context.id, form]], 'A script filters, sorts and cuts the list.', 'adapted');
}

/** How the script reads a field of an item, and of a file, which is its path here. */
const readField = "const get = (item, key) => (key && item !== null && typeof item === 'object' ? item[key] : item);";
const readFileField = `const endings = ${JSON.stringify(fileEndings)};
const ending = (path) => path.split('.').at(-1).toLowerCase();
const fields = {
  type: (path) => Object.keys(endings).find((type) => endings[type].includes(ending(path))) ?? 'custom',
  extension: (path) => '.' + ending(path),
  name: (path) => path.split('/').at(-1),
};
const get = (item, key) => fields[key]?.(String(item)) ?? item;`;

function writeListScript(settings: JsonObject, hasFiles: boolean): string {
  return `const settings = ${JSON.stringify(settings, null, 2)};
${hasFiles ? readFileField : readField}
const tests = {
  contains: (a, b) => String(a).includes(b), 'not contains': (a, b) => !String(a).includes(b),
  'start with': (a, b) => String(a).startsWith(b), 'end with': (a, b) => String(a).endsWith(b),
  is: (a, b) => String(a) === String(b), 'is not': (a, b) => String(a) !== String(b),
  in: (a, b) => b.includes(a), 'not in': (a, b) => !b.includes(a), empty: (a) => !a, 'not empty': (a) => Boolean(a),
  '=': (a, b) => a === Number(b), '≠': (a, b) => a !== Number(b), '<': (a, b) => a < Number(b),
  '>': (a, b) => a > Number(b), '≤': (a, b) => a <= Number(b), '≥': (a, b) => a >= Number(b),
};
let list = input.list ?? [];
for (const { key, operator, value } of settings.filters) list = list.filter((item) => (tests[operator] ?? (() => true))(get(item, key), value));
if (settings.extract !== null) list = list.slice(settings.extract - 1, settings.extract);
if (settings.order !== null) {
  const { key, value } = settings.order;
  list = [...list].sort((a, b) => (get(a, key) < get(b, key) ? -1 : get(a, key) > get(b, key) ? 1 : 0) * (value === 'desc' ? -1 : 1));
}
if (settings.limit !== null) list = list.slice(0, settings.limit);
return { result: list, first_record: list[0] ?? null, last_record: list.at(-1) ?? null };
`;
}

/** https://docs.dify.ai/en/guides/workflow/node/human-input */
export function mapHuman(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const fields = getList(raw, 'inputs').flatMap((one, index): [string, Json][] => {
    const name = getText(one, 'output_variable_name');
    // Called `placeholder` in the first versions.
    const key = getMember(one, 'default') === undefined ? 'placeholder' : 'default';
    const field = getText(one, key, 'type') === 'variable' ? 'selector' : 'value';
    const preset = context.template('inputs', String(index), key, field);
    return /^[A-Za-z_]\w*$/.test(name) && name !== 'action' ? [[name, readFormField(one, preset)]] : [];
  });
  const actions = getList(raw, 'user_actions')
    .map((one) => getText(one, 'id'))
    .filter(Boolean);
  const hours = (getNumber(raw, 'timeout') ?? 36) * (getText(raw, 'timeout_unit') === 'day' ? 24 : 1);
  const isTimed = context.dify.shape.listEdgesOutOf(context.node.id).some(({ port }) => port === '__timeout');
  context.differs('the form is asked where the run is, and no mail is sent');
  const message = context.template('form_content').replace(/\\?\{\{#\$outputs?\.\w+#\}\}/g, '');
  const form: JsonObject = {
    ...context.common(),
    type: 'ask',
    message: message.trim() === '' ? 'Fill in the form.' : message,
    form: {
      ...Object.fromEntries(fields),
      action: {
        type: 'choice',
        label: 'What now?',
        options: actions.length === 0 ? ['done'] : [...new Set(actions)],
        required: true,
      },
    },
    deadline_ms: Math.max(1, Math.round(hours * 3_600_000)),
    on_deadline: isTimed ? 'skip' : 'fail',
  };
  return context.done([[context.id, form]], `A form of ${fields.length + 1} fields.`, 'adapted');
}

/** A field of a form that a person fills in: a choice has options that are written out. */
function readFormField(raw: Json, preset: string): JsonObject {
  const type = getText(raw, 'type');
  const options = getList(raw, 'option_source', 'value').filter((one) => typeof one === 'string' && one !== '');
  if (type === 'select' && options.length > 0)
    return { type: 'choice', options: [...new Set(options)], ...(options.includes(preset) ? { default: preset } : {}) };
  if (type === 'file' || type === 'file-list') return { type: 'file', ...(type === 'file' ? {} : { multiple: true }) };
  if (type === 'number') return { type };
  return { type: 'text', ...(preset === '' ? {} : { default: preset }) };
}
