import { isJsonObject, isNestedDeeper, type Json, type JsonObject } from '@/base/json';
import { visibleText } from '@/base/visible-text';
import type { McpToolList, OfferedTool, ToolHints } from '@/engine/ports';

/** Longest JSON of a tool's parameters, in characters, and how deep they may lie in one another. */
const maxSchemaLength = 2 ** 16;
const maxSchemaDepth = 64;
/** Longest name and description, in characters. */
const maxName = 256;
const maxDescription = 8192;

/** Tools that were left out of a list, under a name that no server uses. */
const leftOut = 'heddle/leftOut';

/**
 * The result of a request with what the schemas of the protocol's library would refuse as a whole left out of it: tools
 * of a list that are malformed, and kinds of content that are not known, which become a text that names them. Other
 * results stay as they are.
 */
export function tolerantResult(
  method: string,
  result: { readonly [key: string]: unknown },
): { [key: string]: unknown } {
  // A result without it is complete in the older revisions, and some servers of the newest forget it.
  const whole = { resultType: 'complete', ...result };
  if (whole.resultType !== 'complete') return { ...result };
  if (method === 'tools/call') return { ...whole, content: listOf(result['content']).map(knownBlock) };
  const list = { resultType: whole.resultType, ttlMs: 0, cacheScope: 'private', ...nextPage(result) };
  if (method === 'resources/read') return { ...list, contents: listOf(result['contents']).map(knownContent) };
  if (method === 'resources/list') return { ...list, resources: objectsOf(result['resources']) };
  if (method === 'resources/templates/list')
    return { ...list, resourceTemplates: objectsOf(result['resourceTemplates']) };
  if (method !== 'tools/list') return { ...result };
  const tools = listOf(result['tools']).map(readTool);
  return {
    ...list,
    tools: tools.flatMap(({ tool }) => tool ?? []),
    _meta: { [leftOut]: tools.flatMap(({ problem }) => problem ?? []) },
  };
}

function nextPage({ nextCursor }: Block): { readonly nextCursor?: string } {
  return typeof nextCursor === 'string' ? { nextCursor } : {};
}

/** Members that are no objects are left out. */
function objectsOf(value: unknown): readonly object[] {
  return listOf(value).filter((member) => isJsonObject(member as Json)) as readonly object[];
}

/** A content of a resource as the library's schema wants it: with an address, and with text or bytes. */
function knownContent(content: unknown): Block {
  const { uri, mimeType, text, blob } = (content ?? {}) as Block;
  const type = typeof mimeType === 'string' ? { mimeType } : {};
  const bytes = typeof blob === 'string' ? { blob } : { text: '' };
  return { uri: typeof uri === 'string' ? uri : '', ...type, ...(typeof text === 'string' ? { text } : bytes) };
}

/** The tools of a page of a list that passed {@link tolerantResult}. */
export function toolsIn({
  tools,
  _meta,
}: {
  readonly tools: readonly object[];
  readonly _meta?: object | undefined;
}): McpToolList {
  const problems = (_meta as { readonly [leftOut]?: readonly string[] } | undefined)?.[leftOut] ?? [];
  return { tools: (tools as readonly RawTool[]).map(declared), problems };
}

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly title?: string;
  readonly annotations?: JsonObject;
}

function declared({ name, description = '', inputSchema, title, annotations = {} }: RawTool): OfferedTool {
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
  const wrong = schemaProblem(inputSchema);
  if (wrong !== undefined) return { problem: `The tool ${visibleText(name)} is left out: ${wrong}.` };
  const text = typeof description === 'string' ? { description: description.slice(0, maxDescription) } : {};
  const label = typeof title === 'string' ? { title: title.slice(0, maxName) } : {};
  const hints = isJsonObject(annotations) ? { annotations: hintsOf(annotations) } : {};
  return {
    tool: { name, ...text, ...label, ...hints, inputSchema: { ...(inputSchema as JsonObject), type: 'object' } },
  };
}

/** Of what a server says of a tool, what is read: another kind of value would make the library refuse the list. */
function hintsOf({ readOnlyHint, destructiveHint }: JsonObject): JsonObject {
  return {
    ...(typeof readOnlyHint === 'boolean' ? { readOnlyHint } : {}),
    ...(typeof destructiveHint === 'boolean' ? { destructiveHint } : {}),
  };
}

function schemaProblem(schema: Json): string | undefined {
  if (!isJsonObject(schema)) return 'its parameters are no schema';
  const { type = 'object' } = schema;
  if (type !== 'object') return 'its parameters are no object';
  if (isNestedDeeper(schema, maxSchemaDepth)) return `its parameters lie deeper than ${maxSchemaDepth} levels`;
  const { length } = JSON.stringify(schema);
  return length > maxSchemaLength ? `its parameters are longer than ${maxSchemaLength} characters` : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a tool gave back. */
export interface CallResult {
  readonly content?: readonly unknown[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** What a tool gave back, as text: pictures and sounds are named only. */
export function textOf({ content = [], structuredContent }: CallResult): string {
  if (content.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return content.map(blockText).join('\n');
}

type Block = Readonly<Record<string, unknown>>;

function knownBlock(block: unknown): Block {
  const text = blockText(block);
  const { type, data, mimeType } = (block ?? {}) as Block;
  const isMedium = (type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string';
  return isMedium ? { type, data, mimeType } : { type: 'text', text };
}

function blockText(block: unknown): string {
  const { type, text, mimeType, resource, uri } = (block ?? {}) as Block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? text : '';
    case 'image':
    case 'audio':
      return `[${type}: ${mimeType}]`;
    case 'resource': {
      const { text: content, uri: address } = (resource ?? {}) as Block;
      return typeof content === 'string' ? content : `[file: ${address}]`;
    }
    case 'resource_link':
      return `[file: ${uri}]`;
    default:
      return `[${String(type).slice(0, 40)}: a kind of content that is not known here]`;
  }
}
