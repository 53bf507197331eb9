import { readFileSync } from 'node:fs';
import { operationsOf } from '../serve/described-api';

// The pages of the guide on the two interfaces for programs, made of the source: `npm run reference` writes them.

type Described = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

interface DescribedOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema?: Schema & { readonly description?: string };
  }[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly headers?: object } & Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

/** The page of the HTTP API, from its description in OpenAPI. */
export function buildHttpApiPage(description: object): string {
  const { paths = {}, components = {} } = description as Described;
  const scopes = new Map(operationsOf(description).map(({ method, path, scope }) => [`${method} ${path}`, scope]));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const request = `${method.toUpperCase()} /api/v1${path}`;
      const scope = scopes.get(request);
      return describeOperation(request, scope, operation);
    }),
  );
  const shapes = Object.entries(components.schemas ?? {}).map(([name, schema]) =>
    joinParts([`### ${name}`, schema.description, listFields(schema)]),
  );
  return `${[httpIntro, '## Requests', ...operations, ...(shapes.length === 0 ? [] : ['## Shapes']), ...shapes].join('\n\n')}\n`;
}

const httpIntro = `# HTTP API

Every request that \`heddle serve\` answers, with what it takes and gives. [Serve workflows](serving.md) says how to start a
server, who gets in, and what is promised. The same as OpenAPI 3.1, from which clients are made, is at \`/api/v1/openapi.json\`
of a server.

The token goes into the header: \`Authorization: Bearer TOKEN\`. A refusal has the body \`{ "error": { "message", "advice" } }\`,
which is for a person; programs go by the status.`;

function describeOperation(request: string, scope: string | undefined, operation: DescribedOperation): string {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation;
  const taken = parameters.map(({ name, in: place, description: is, schema = {} }) => {
    const what = is ?? schema.description ?? (place === 'path' ? 'in the path' : '');
    return `| \`${name}\` | ${place} | ${describeSchema(schema)} | ${escapeCell(what)} |`;
  });
  const body = listBody(requestBody);
  const answers = Object.entries(responses)
    .filter(([status]) => status < '400')
    .map(([status, answer]) => `| ${status} | ${escapeCell(answer.description ?? '')} | ${describeBody(answer)} |`);
  return joinParts([
    `### ${request}`,
    [summary, description].filter(Boolean).join(' '),
    scope === undefined ? undefined : `Needs a token that may \`${scope}\`.`,
    taken.length === 0 ? undefined : ['| takes | in | value | is |', '| --- | --- | --- | --- |', ...taken].join('\n'),
    body,
    answers.length === 0 ? undefined : ['| answers | | as |', '| --- | --- | --- |', ...answers].join('\n'),
  ]);
}

function listBody(body: Body | undefined): string | undefined {
  const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(body?.content ?? {});
  if (schema === undefined) return undefined;
  const fields = listFields(schema);
  return fields === undefined
    ? `The body is ${describeSchema(schema)}, as \`${type}\`.`
    : `The body, as \`${type}\`:\n\n${fields}`;
}

function describeBody({ content = {} }: Body): string {
  const found = Object.entries(content).map(([type, { schema = {} }]) =>
    type === 'application/json' ? describeSchema(schema) : `\`${type}\``,
  );
  return found.join(', ');
}

/** The fields of an object as a table; undefined: it is none, or its fields are not known. */
function listFields(schema: Schema): string | undefined {
  const rows = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
    const isOptional = schema.required?.includes(field) !== true;
    return `| \`${field}\`${isOptional ? ' (may be missing)' : ''} | ${describeSchema(inner)} | ${escapeCell(inner.description ?? '')} |`;
  });
  return rows.length === 0 ? undefined : ['| field | value | is |', '| --- | --- | --- |', ...rows].join('\n');
}

function describeSchema(schema: Schema): string {
  const name = /\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const among = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (among !== undefined) return [...new Set(among.map(describeSchema))].join(' or ');
  if (schema.type === 'array') return `list of ${describeSchema(schema.items ?? {})}`;
  const keys = Object.keys(schema.properties ?? {});
  if (keys.length > 0) return `object of ${keys.map((key) => `\`${key}\``).join(', ')}`;
  const words: Readonly<Record<string, string>> = { string: 'text', integer: 'number', null: '`null`' };
  return [schema.type ?? 'any value']
    .flat()
    .map((type) => words[type] ?? type)
    .join(' or ');
}

const nodeIntro = `# Node API

Every function and type of the package \`heddle\`. [Use it from a program](embedding.md) has a whole example, and what is promised.
What is not named here may change with any version.`;

/** What the package calls the functions of its source. */
const packageFunctions = [
  { name: 'createRunHost', file: 'src/embed/embedded-host.ts', source: 'createEmbeddedHost' },
  { name: 'readWorkflow', file: 'src/embed/embedded-workflow.ts', source: 'readEmbedded' },
  { name: 'rankDefinitions', file: 'src/embed/embedded-workflow.ts', source: 'rankEmbedded' },
] as const;

/** The page of the package for programs, from its types and their comments. */
export function buildNodeApiPage(): string {
  const functions = packageFunctions.map(({ name, file, source }) => {
    const [declared] = readDeclarations(readFileSync(file, 'utf8'), `export function ${source}(`);
    if (declared === undefined) throw new Error(`There is no function ${source} in ${file}.`);
    const signature = declared.text
      .replace(/^export function \w+/, name)
      .replace(/(\w+): (\w+) = \{\}/g, '$1?: $2')
      .replace(/ \{$/, '');
    return joinParts([`### ${name}`, declared.comment, `\`\`\`ts\n${formatType(signature)}\n\`\`\``]);
  });
  const types = readDeclarations(readFileSync('src/embed/public-types.ts', 'utf8'), 'export ').map(describeType);
  return `${[nodeIntro, '## Functions', ...functions, '## Types', ...types].join('\n\n')}\n`;
}

/** A declaration with the comment above it, as one line; `body`: what is in the braces of an interface. */
interface Declared {
  readonly comment: string;
  readonly text: string;
  readonly body: string;
}

/** The declarations that begin so, in a source that is formatted as all of ours. */
function readDeclarations(source: string, start: string): readonly Declared[] {
  const pattern = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?(export [^\n]*(?:\n(?!\}|\n|export )[^\n]*)*(?:\n\})?)/gm;
  return [...source.matchAll(pattern)]
    .filter(([, , text = '']) => text.startsWith(start))
    .map(([, comment = '', text = '']) => {
      const [head = '', ...lines] = text.split('\n');
      return { comment: formatComment(comment), text: head, body: lines.join('\n') };
    });
}

function describeType({ comment, text, body }: Declared): string {
  const alias = /^export type (\w+) = ?(.*)$/.exec(text);
  if (alias !== null) {
    const [, name = '', first = ''] = alias;
    return joinParts([`### ${name}`, comment, `One of ${formatCode(`${first} ${body}`.replace(/;$/, ''))}.`]);
  }
  const name = /^export interface (\w+)/.exec(text)?.[1] ?? '';
  // A member ends with the first semicolon at the end of a line that is indented like its beginning.
  const members = body.matchAll(
    /^ {2}(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2})?((?:readonly )?\w+[\s\S]*?;)$(?=\n {2}\S|\n\}|(?![\s\S]))/gm,
  );
  const rows = [...members].map(([, said = '', member = '']) => {
    const [, field = '', mark = '', value = ''] =
      /^(?:readonly )?(\w+)(\??)(?::|(?=\())\s*([\s\S]*);$/.exec(member) ?? [];
    const call = /^(\([\s\S]*\)): ([^:]*)$/.exec(value);
    const shown = call === null ? field : `${field}${formatType(call[1] ?? '')}`;
    const note = mark === '' ? '' : ' (may be missing)';
    return `| \`${escapeCell(shown)}\`${note} | ${formatCode(call?.[2] ?? value)} | ${escapeCell(formatComment(said))} |`;
  });
  return joinParts([`### ${name}`, comment, ['| member | type | is |', '| --- | --- | --- |', ...rows].join('\n')]);
}

/** A type on one line, without the words that say that nothing is changed. */
function formatType(type: string): string {
  return type
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/ ?\| undefined\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\| /, '');
}

function formatCode(type: string): string {
  return `\`${escapeCell(formatType(type))}\``;
}

/** A comment as one line. */
function formatComment(comment: string): string {
  return comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\{@link ([\w.]+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function joinParts(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
