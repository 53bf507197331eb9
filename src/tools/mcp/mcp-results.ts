import { isJsonObject, isNestedDeeper, type Json, type JsonObject } from '@/base/json';
import type { McpToolList, ToolDeclaration } from '@/engine/ports';

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
  if (method !== 'tools/list') return { ...result };
  const tools = listOf(result['tools']).map(readTool);
  const { nextCursor } = result;
  return {
    resultType: whole.resultType,
    ttlMs: 0,
    cacheScope: 'private',
    tools: tools.flatMap(({ tool }) => tool ?? []),
    _meta: { [leftOut]: tools.flatMap(({ problem }) => problem ?? []) },
    ...(typeof nextCursor === 'string' ? { nextCursor } : {}),
  };
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
}

function declared({ name, description = '', inputSchema }: RawTool): ToolDeclaration {
  return { name, description, parameters: inputSchema };
}

function readTool(tool: unknown): { readonly tool?: RawTool; readonly problem?: string } {
  const {
    name,
    description,
    inputSchema = { type: 'object' },
  } = isJsonObject(tool as Json) ? (tool as JsonObject) : {};
  if (typeof name !== 'string' || name === '') return { problem: 'A tool without a name is left out.' };
  if (name.length > maxName) return { problem: `A tool whose name has ${name.length} characters is left out.` };
  const wrong = schemaProblem(inputSchema);
  if (wrong !== undefined) return { problem: `The tool ${name} is left out: ${wrong}.` };
  const text = typeof description === 'string' ? { description: description.slice(0, maxDescription) } : {};
  return { tool: { name, ...text, inputSchema: { ...(inputSchema as JsonObject), type: 'object' } } };
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
