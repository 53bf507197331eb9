import { decodeBase64 } from '@/base/base64';
import { defined, omitEmpty } from '@/base/defined';
import { formatBytes } from '@/base/figures';
import { isJsonObject, isNestedDeeper, type Json, type JsonObject } from '@/base/json';
import { encodeJson, unquoteWholeNumbers } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { makeTextVisible } from '@/base/visible-text';
import type { McpReply, McpToolList, OfferedTool, ToolFile, ToolHints } from '@/engine/ports/tool-client';
import { createToolFile, formatFileMark, maxToolFileBytes, stripType } from '../tool-file';
import { cutServerText } from './cut-text';

/** The longest JSON of a tool's parameters, in characters, and its deepest nesting. */
const maxSchemaLength = 2 ** 16;
const maxSchemaDepth = 64;
/** Longest name and description, in characters. */
const maxName = 256;
const maxDescription = 8192;

/** Fields for the tools that were left out of a list, and for the files of a result, with names that no server uses. */
const leftOut = 'heddle/leftOut';
const givenFiles = 'heddle/files';

/**
 * The result of a request without the parts for which the schemas of the protocol's library would refuse all of it:
 * malformed tools of a list are left out, and unknown kinds of content become a text that names them. Pictures, sounds
 * and bytes are stored beside the texts, because a single damaged one would spoil the result. Other results do not
 * change.
 */
export function makeResultTolerant(
  method: string,
  result: { readonly [key: string]: unknown },
): { [key: string]: unknown } {
  // In older revisions a result without this field is complete, and some servers of the newest revision forget it.
  const whole = { resultType: 'complete', ...result };
  if (whole.resultType !== 'complete') return { ...result };
  if (method === 'tools/call') return { ...whole, ...splitContent(readContent(result)) };
  const list = { resultType: whole.resultType, ttlMs: 0, cacheScope: 'private', ...selectNextCursor(result) };
  if (method === 'resources/read') return { ...list, contents: readList(result['contents']).map(fillContent) };
  if (method === 'resources/list') return { ...list, resources: listObjects(result['resources']) };
  if (method === 'resources/templates/list')
    return { ...list, resourceTemplates: listObjects(result['resourceTemplates']) };
  if (method !== 'tools/list') return { ...result };
  const tools = readList(result['tools']).map(readTool);
  return {
    ...list,
    tools: tools.flatMap(({ tool }) => tool ?? []),
    _meta: { [leftOut]: tools.flatMap(({ problem }) => problem ?? []) },
  };
}

/**
 * What a tool answers; for an answer that only has data, its JSON as a text. The data have their whole numbers as
 * `quoteWholeNumbers` marks them, and no value of the library's types could keep their digits.
 */
function readContent({ content, structuredContent }: Block): readonly unknown[] {
  const list = readList(content);
  if (list.length > 0 || structuredContent === undefined) return list;
  return [{ type: 'text', text: unquoteWholeNumbers(encodeJson(structuredContent)) }];
}

function selectNextCursor({ nextCursor }: Block): { readonly nextCursor?: string } {
  return typeof nextCursor === 'string' ? { nextCursor } : {};
}

/** Members that are not objects are left out. */
function listObjects(value: unknown): readonly object[] {
  return readList(value).filter((member) => isJsonObject(member as Json)) as readonly object[];
}

/** The content of a resource as the library's schema requires it: with an address, and with text or bytes. */
function fillContent(content: unknown): Block {
  const { uri, mimeType, text, blob } = (content ?? {}) as Block;
  const type = typeof mimeType === 'string' ? { mimeType } : {};
  const bytes = typeof blob === 'string' ? { blob } : { text: '' };
  return { uri: typeof uri === 'string' ? uri : '', ...type, ...(typeof text === 'string' ? { text } : bytes) };
}

/** The tools of a list page that has passed {@link makeResultTolerant}. */
export function readToolList({
  tools,
  _meta,
}: {
  readonly tools: readonly object[];
  readonly _meta?: object | undefined;
}): McpToolList {
  const problems = (_meta as { readonly [leftOut]?: readonly string[] } | undefined)?.[leftOut] ?? [];
  return { tools: (tools as readonly RawTool[]).map(readOfferedTool), problems };
}

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly title?: string;
  readonly annotations?: JsonObject;
}

function readOfferedTool({ name, description = '', inputSchema, title, annotations = {} }: RawTool): OfferedTool {
  const hints: ToolHints = {
    ...(title === undefined ? {} : { title }),
    ...(typeof annotations['readOnlyHint'] === 'boolean' ? { readOnly: annotations['readOnlyHint'] } : {}),
    ...(typeof annotations['destructiveHint'] === 'boolean' ? { destructive: annotations['destructiveHint'] } : {}),
  };
  const known = Object.keys(hints).length === 0 ? {} : { hints };
  return { name, description, parameters: inputSchema, ...known };
}

function readTool(tool: unknown): { readonly tool?: RawTool; readonly problem?: string } {
  const {
    name,
    title,
    description,
    inputSchema = { type: 'object' },
    annotations = {},
  } = isJsonObject(tool as Json) ? (tool as JsonObject) : {};
  if (typeof name !== 'string' || name === '') return { problem: 'A tool without a name is left out.' };
  if (name.length > maxName) return { problem: `A tool whose name has ${name.length} characters is left out.` };
  const wrong = findSchemaProblem(inputSchema);
  if (wrong !== undefined) return { problem: `The tool ${makeTextVisible(name)} is left out: ${wrong}.` };
  const text = typeof description === 'string' ? { description: cutToStart(description, maxDescription) } : {};
  const label = typeof title === 'string' ? { title: cutToStart(title, maxName) } : {};
  const hints = isJsonObject(annotations) ? { annotations: selectHints(annotations) } : {};
  return {
    tool: { name, ...text, ...label, ...hints, inputSchema: { ...(inputSchema as JsonObject), type: 'object' } },
  };
}

/** The hints that are used: values of other types would make the library refuse the list. */
function selectHints({ readOnlyHint, destructiveHint }: JsonObject): JsonObject {
  return {
    ...(typeof readOnlyHint === 'boolean' ? { readOnlyHint } : {}),
    ...(typeof destructiveHint === 'boolean' ? { destructiveHint } : {}),
  };
}

function findSchemaProblem(schema: Json): string | undefined {
  if (!isJsonObject(schema)) return 'its parameters are not a schema';
  const { type = 'object' } = schema;
  if (type !== 'object') return 'its parameters are not an object';
  if (isNestedDeeper(schema, maxSchemaDepth)) return `its parameters are nested deeper than ${maxSchemaDepth} levels`;
  const { length } = encodeJson(schema);
  return length > maxSchemaLength ? `its parameters are longer than ${maxSchemaLength} characters` : undefined;
}

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The result of a tool, after {@link makeResultTolerant}. */
interface CallResult {
  readonly content?: readonly unknown[] | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: object | undefined;
}

/** The reply of a tool: its text, with a mark for each file, and the files. */
export function buildReply({ content = [], isError, _meta }: CallResult): McpReply {
  const files = (_meta as { readonly [givenFiles]?: readonly ToolFile[] } | undefined)?.[givenFiles] ?? [];
  const text = content.map(formatBlock).join('\n');
  return { text: cutServerText(text), isError: isError === true, ...defined({ files: omitEmpty(files) }) };
}

type Block = Readonly<Record<string, unknown>>;

/** Content converted to texts only, with its files. */
function splitContent(content: readonly unknown[]) {
  const files: ToolFile[] = [];
  const texts = content.map((block): Block => {
    const file = readFileBlock(block, files.length + 1);
    if (typeof file === 'object') files.push(file);
    return { type: 'text', text: typeof file === 'object' ? file.mark : (file ?? formatBlock(block)) };
  });
  return { content: texts, _meta: { [givenFiles]: files } };
}

/** The file in a block; a description if it is not available; undefined if there is none. */
function readFileBlock(block: unknown, nth: number): ToolFile | string | undefined {
  const { type, data, mimeType, resource } = (block ?? {}) as Block;
  const held = type === 'resource' ? ((resource ?? {}) as Block) : { blob: data, mimeType, uri: `${type}-${nth}` };
  if (typeof held['blob'] !== 'string' || !['image', 'audio', 'resource'].includes(String(type))) return undefined;
  const declaredType = stripType(typeof held['mimeType'] === 'string' ? held['mimeType'] : '');
  const limit = `larger than the ${formatBytes(maxToolFileBytes)} that are read`;
  if (held['blob'].length * 0.75 > maxToolFileBytes + 3) return formatFileMark(declaredType, limit);
  const bytes = decodeBase64(held['blob']);
  return bytes === undefined
    ? formatFileMark(declaredType, 'damaged: it is not base64')
    : createToolFile(String(held['uri']), declaredType, bytes);
}

function formatBlock(block: unknown): string {
  const { type, text, resource, uri } = (block ?? {}) as Block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? text : '';
    case 'resource': {
      const { text: content, uri: address } = (resource ?? {}) as Block;
      return typeof content === 'string' ? content : `[file: ${address}]`;
    }
    case 'resource_link':
      return `[file: ${uri}]`;
    default:
      return `[${cutToStart(String(type), 40)}: a kind of content that is not known here]`;
  }
}
