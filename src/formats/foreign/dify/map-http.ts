import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import type { MappedNode } from '../draft';
import { getList, getMember, getNumber, getText } from '../read-plain';
import { RequestTexts } from '../request-texts';
import type { DifyContext } from './dify-context';
import { classifyText } from './read-expressions';

/** https://docs.dify.ai/en/guides/workflow/node/http-request */
export function mapHttp(context: DifyContext): MappedNode {
  const { raw } = context.node;
  const request = new RequestTexts(context, classifyText);
  const address = getText(raw, 'url').trim();
  if (address === '') return context.standIn('It has no address.');
  const method = getText(raw, 'method').toUpperCase() || 'GET';
  const query = request.writePairs(getText(raw, 'params'));
  const headers = { ...request.writePairs(getText(raw, 'headers')), ...readAuthorization(context, request) };
  const { body, type } = readBody(context, request);
  const contentType =
    type !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
      ? { 'content-type': type }
      : {};
  const all = { ...headers, ...contentType };
  const url = request.write(request.hasSecret ? writeHost(context, address) : address);
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
  const tool = context.dify.takeExtraId(context.node.id, 'request');
  const read = Math.max(getNumber(raw, 'timeout', 'max_read_timeout') ?? getNumber(raw, 'timeout', 'read') ?? 0, 0);
  const form: Record<string, Json> = {
    ...context.common(),
    type: 'tool',
    tool,
    tools: [
      {
        name: tool,
        description: `${method} ${describeAddress(getText(raw, 'url'))}`.slice(0, 200),
        ...(names.length === 0 ? {} : { parameters }),
        http,
      },
    ],
    args: request.args,
    ...(read > 0 ? { limits: { timeout_ms: Math.round(read * 1000) } } : {}),
  };
  const isStatusRead = Object.hasOwn(context.dify.readWanted(context.node.id), 'status_code');
  if (isStatusRead && !Object.hasOwn(form, 'error_handling')) form['error_handling'] = { on_error: 'continue' };
  if (isStatusRead) context.differs('a status from 200 to 299 is read as 200');
  else if (!Object.hasOwn(form, 'error_handling')) context.differs('a status from 400 on fails the task');
  const wanted = ['headers', 'files'].filter((field) => Object.hasOwn(context.dify.readWanted(context.node.id), field));
  if (wanted.length > 0) context.differs(`the ${wanted.join(' and ')} of the answer are empty`);
  if (getMember(raw, 'ssl_verify') === false) context.differs('certificates are checked');
  context.differs('its time limit is one for the whole request');
  return context.done([[context.id, form]], 'The same request.', 'adapted');
}

/** The host of an address, in which variables of the environment may be named. */
const host = /^(?:https?:\/\/)?(?:[\w.:-]|\{\{#env\.\w+#\}\})+/;

/** An address whose host is written out: a secret goes only to a host that stands where it is sent. */
function writeHost(context: DifyContext, address: string): string {
  const named = new Set<string>();
  const written = address.replace(host, (start) =>
    start.replaceAll(/\{\{#env\.(\w+)#\}\}/g, (reference: string, name: string) => {
      const found = context.dify.graph.variables.find((one) => one.scope === 'env' && one.name === name);
      // The value of a secret is not kept.
      if (typeof found?.value !== 'string') return reference;
      named.add(name);
      return found.value;
    }),
  );
  if (named.size === 0 || !/^https?:\/\/[\w.:-]+(?:\/[^{}]*)?(?:\{\{|$)/.test(written)) return address;
  const names = [...named].join(', ');
  context.differs(`the value of ${names} is written out, as a secret is sent only to a host that is written`);
  return written;
}

/** An address without what is filled in. */
const describeAddress = (url: string): string => url.replace(/\{\{#?[^{}]*\}\}/g, '…').split('?')[0] ?? '';

function readAuthorization(context: DifyContext, request: RequestTexts): Readonly<Record<string, string>> {
  const { raw } = context.node;
  if (getText(raw, 'authorization', 'type') !== 'api-key') return {};
  const config = getMember(raw, 'authorization', 'config');
  const key = request.write(getText(config, 'api_key'));
  if (key === '') return {};
  const type = getText(config, 'type');
  const name = type === 'custom' ? getText(config, 'header') || 'Authorization' : 'Authorization';
  const prefix = type === 'bearer' ? 'Bearer ' : type === 'basic' ? 'Basic ' : '';
  return { [name]: `${prefix}${key}` };
}

interface RequestBody {
  readonly body: JsonObject;
  readonly type?: string | undefined;
}

function readBody(context: DifyContext, request: RequestTexts): RequestBody {
  const { raw } = context.node;
  const type = getText(raw, 'body', 'type');
  const data = getMember(raw, 'body', 'data');
  const items = Array.isArray(data) ? (data as readonly Json[]) : [];
  const text = typeof data === 'string' ? data : getText(items[0], 'value');
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

function readFormField(context: DifyContext, request: RequestTexts, item: Json): [string, Json][] {
  const name = getText(item, 'key');
  if (name === '' || !isJsonObject(item)) return [];
  if (getText(item, 'type') !== 'file') return [[name, request.write(getText(item, 'value'))]];
  const selector = getList(item, 'file').filter((part): part is string => typeof part === 'string');
  if (selector.length < 2) {
    context.differs(`the file “${name}” is left out`);
    return [];
  }
  return [[name, { file: request.write(`{{#${selector.join('.')}#}}`) }]];
}
