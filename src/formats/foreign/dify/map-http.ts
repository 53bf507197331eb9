import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import type { MappedNode } from '../draft';
import type { Expression } from '../foreign-graph';
import { listOf, memberOf, numberOf, textOf } from '../read-plain';
import { escapeBraces, writeInput } from '../values';
import type { NodeContext } from './node-context';
import { classifyText } from './read-expressions';

/** https://docs.dify.ai/en/guides/workflow/node/http-request */
export function mapHttp(context: NodeContext): MappedNode {
  const { raw } = context.node;
  const request = new RequestTexts(context);
  const url = request.write(textOf(raw, 'url').trim());
  if (url === '') return context.standIn('It has no address.');
  const method = textOf(raw, 'method').toUpperCase() || 'GET';
  const query = request.writePairs(textOf(raw, 'params'));
  const headers = { ...request.writePairs(textOf(raw, 'headers')), ...readAuthorization(context, request) };
  const { body, type } = readBody(context, request);
  const contentType =
    type !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
      ? { 'content-type': type }
      : {};
  const all = { ...headers, ...contentType };
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method) ? method : 'GET';
  const http: JsonObject = {
    url,
    method: known,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(all).length === 0 ? {} : { headers: all }),
    ...body,
  };
  const names = Object.keys(request.args);
  const parameters: JsonObject = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const tool = context.dify.extraId(context.node.id, 'request');
  const read = Math.max(numberOf(raw, 'timeout', 'max_read_timeout') ?? numberOf(raw, 'timeout', 'read') ?? 0, 0);
  const form: Record<string, Json> = {
    ...context.common(),
    type: 'tool',
    tool,
    tools: [
      {
        name: tool,
        description: `${method} ${describeAddress(textOf(raw, 'url'))}`.slice(0, 200),
        ...(names.length === 0 ? {} : { parameters }),
        http,
      },
    ],
    args: request.args,
    ...(read > 0 ? { limits: { timeout_ms: Math.round(read * 1000) } } : {}),
  };
  const isStatusRead = Object.hasOwn(context.dify.wantedOf(context.node.id), 'status_code');
  if (isStatusRead && !Object.hasOwn(form, 'error_handling')) form['error_handling'] = { on_error: 'continue' };
  context.differs(
    isStatusRead ? 'a status is 200, or 400 where the request failed' : 'a status from 400 on fails the task',
  );
  return context.done([[context.id, form]], 'The same request.', 'adapted');
}

/** An address without what is filled in. */
const describeAddress = (url: string): string => url.replace(/\{\{#?[^{}]*\}\}/g, '…').split('?')[0] ?? '';

/** Writes the texts of a request: what is filled in is a parameter of its tool, a secret is filled in by the host. */
class RequestTexts {
  readonly args: Record<string, Json> = {};
  readonly #context: NodeContext;
  readonly #names = new Map<string, string>();

  constructor(context: NodeContext) {
    this.#context = context;
  }

  write(text: string): string {
    const expression = classifyText(text);
    const parts = expression.is === 'template' ? expression.parts : [expression];
    return parts.map((part) => (typeof part === 'string' ? escapeBraces(part) : this.#writePart(part))).join('');
  }

  #writePart(part: Expression): string {
    if (part.is === 'literal') return escapeBraces(String(part.value ?? ''));
    if (part.is !== 'reference') return '';
    const found = this.#context.findWithSecrets(part);
    if (found === undefined) return '';
    if (found.is === 'secret') return `{{secrets.${found.name}}}`;
    if (found.is === 'constant') return escapeBraces(String(found.value ?? ''));
    const known = this.#names.get(found.path);
    if (known !== undefined) return `{{${known}}}`;
    const wish = (part.path.at(-1) ?? 'value').replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    let name = wish;
    for (let number = 2; Object.hasOwn(this.args, name) || name === 'secrets'; number += 1) name = `${wish}_${number}`;
    this.#names.set(found.path, name);
    this.args[name] = writeInput(part, this.#context.findWithSecrets);
    return `{{${name}}}`;
  }

  /** `name: value`, a line each. */
  writePairs(text: string): Record<string, string> {
    const pairs = text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      const name = (colon < 0 ? line : line.slice(0, colon)).trim();
      const value = colon < 0 ? '' : line.slice(colon + 1).trim();
      return name === '' || /[{}\s]/.test(name) || (value === '' && colon < 0) ? [] : [[name, this.write(value)]];
    });
    return Object.fromEntries(pairs);
  }
}

function readAuthorization(context: NodeContext, request: RequestTexts): Readonly<Record<string, string>> {
  const { raw } = context.node;
  if (textOf(raw, 'authorization', 'type') !== 'api-key') return {};
  const config = memberOf(raw, 'authorization', 'config');
  const key = request.write(textOf(config, 'api_key'));
  if (key === '') return {};
  const type = textOf(config, 'type');
  const name = type === 'custom' ? textOf(config, 'header') || 'Authorization' : 'Authorization';
  const prefix = type === 'bearer' ? 'Bearer ' : type === 'basic' ? 'Basic ' : '';
  return { [name]: `${prefix}${key}` };
}

interface RequestBody {
  readonly body: JsonObject;
  readonly type?: string | undefined;
}

function readBody(context: NodeContext, request: RequestTexts): RequestBody {
  const { raw } = context.node;
  const type = textOf(raw, 'body', 'type');
  const data = memberOf(raw, 'body', 'data');
  const items = Array.isArray(data) ? (data as readonly Json[]) : [];
  const text = typeof data === 'string' ? data : textOf(items[0], 'value');
  if (type === 'json' || type === 'raw-text')
    return text === ''
      ? { body: {} }
      : { body: { body: request.write(text) }, type: type === 'json' ? 'application/json' : 'text/plain' };
  if (type !== 'form-data' && type !== 'x-www-form-urlencoded') {
    if (type === 'binary') context.differs('the file that it sends is left out');
    return { body: {} };
  }
  const fields =
    typeof data === 'string'
      ? request.writePairs(data)
      : Object.fromEntries(items.flatMap((item) => readFormField(context, request, item)));
  if (Object.keys(fields).length === 0) return { body: {} };
  return { body: { form: fields }, type: type === 'form-data' ? 'multipart/form-data' : undefined };
}

function readFormField(context: NodeContext, request: RequestTexts, item: Json): [string, Json][] {
  const name = textOf(item, 'key');
  if (name === '' || !isJsonObject(item)) return [];
  if (textOf(item, 'type') !== 'file') return [[name, request.write(textOf(item, 'value'))]];
  const selector = listOf(item, 'file').filter((part): part is string => typeof part === 'string');
  if (selector.length < 2) {
    context.differs(`the file ${name} is left out`);
    return [];
  }
  return [[name, { file: request.write(`{{#${selector.join('.')}#}}`) }]];
}
