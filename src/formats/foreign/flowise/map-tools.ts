import { getOwn } from '@/base/get-own';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { memberOf, readPlain, textOf } from '../read-plain';
import { escapeBraces } from '../values';
import type { FlowiseContext } from './flowise-context';
import { classifyFlowText } from './read-expressions';
import { readList } from './read-flowise';

/** The tools of an agent that can be here, and the names of those that cannot. */
interface MappedTools {
  readonly tools: readonly JsonObject[];
  readonly left: readonly string[];
}

/** Tools of an agent: requests are tools here, all others need the server of Flowise. */
export function mapTools(context: FlowiseContext, given: readonly Json[]): MappedTools {
  const tools: JsonObject[] = [];
  const left: string[] = [];
  for (const one of given) {
    const kind = textOf(one, 'agentSelectedTool');
    if (kind === '') continue;
    const mapped = mapRequestTool(context, kind, memberOf(one, 'agentSelectedToolConfig') ?? {});
    if (mapped === undefined || tools.some(({ name }) => name === mapped['name'])) left.push(kind.slice(0, 60));
    else
      tools.push(memberOf(one, 'agentSelectedToolRequiresHumanInput') === true ? { ...mapped, approve: true } : mapped);
  }
  return { tools, left };
}

/** Names of the tools for requests: packages/components/nodes/tools/Requests*. */
const methods: Readonly<Record<string, string>> = {
  requestsGet: 'GET',
  requestsPost: 'POST',
  requestsPut: 'PUT',
  requestsDelete: 'DELETE',
};

/** A tool that makes a request; undefined: it is none, or has no address. */
function mapRequestTool(context: FlowiseContext, kind: string, config: Json): JsonObject | undefined {
  const method = getOwn(methods, kind);
  const address = writeFixed(context, textOf(config, `${kind}Url`).trim());
  const name = textOf(config, `${kind}Name`)
    .toLowerCase()
    .replace(/ /g, '_')
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, 60);
  if (method === undefined || address === '' || !/^[a-z]/.test(name)) return undefined;
  const hasBody = method === 'POST' || method === 'PUT';
  const parameters = readParameters(context, textOf(config, `${kind}${hasBody ? 'BodySchema' : 'QueryParamsSchema'}`));
  const isPath = ({ raw, isNeeded }: Parameter) => !hasBody && textOf(raw, 'in') === 'path' && isNeeded;
  const path = parameters.filter(isPath);
  const query = parameters.filter(({ raw }) => !hasBody && textOf(raw, 'in') === 'query');
  const used = hasBody ? parameters : [...path, ...query];
  if (used.length < parameters.length) context.differs(`${name} does not take what may be left out of its address`);
  let url = address.replace(/\/$/, path.length > 0 ? '' : '/');
  for (const one of path)
    url = url.includes(`:${one.name}`) ? url.replace(`:${one.name}`, `{{${one.name}}}`) : `${url}/{{${one.name}}}`;
  const fill = (list: readonly Parameter[]) =>
    Object.fromEntries(list.map((one): [string, Json] => [one.name, `{{${one.name}}}`]));
  const headers = Object.fromEntries(
    readPairs(memberOf(config, `${kind}Headers`)).map(([key, value]) => [key, writeFixed(context, value)]),
  );
  return {
    name,
    description: textOf(config, `${kind}Description`).slice(0, 1000) || `${method} ${name}`,
    ...(used.length === 0 ? {} : { parameters: describeParameters(used) }),
    http: {
      url,
      method,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(query.length === 0 ? {} : { query: fill(query) }),
      ...(hasBody && used.length > 0 ? { body: fill(used) } : {}),
    },
  };
}

interface Parameter {
  readonly name: string;
  readonly raw: Json;
  readonly isNeeded: boolean;
}

function readParameters(context: FlowiseContext, schema: string): readonly Parameter[] {
  if (schema.trim() === '') return [];
  const read = readPlain(schema);
  if (!read.ok || !isJsonObject(read.value)) {
    context.differs('a schema of a tool cannot be read');
    return [];
  }
  return Object.entries(read.value).flatMap(([name, raw]): Parameter[] =>
    /^[A-Za-z_]\w{0,60}$/.test(name) && name !== 'secrets'
      ? [{ name, raw, isNeeded: memberOf(raw, 'required') === true }]
      : [],
  );
}

function describeParameters(parameters: readonly Parameter[]): JsonObject {
  const types: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object', 'array']);
  const properties = parameters.map(({ name, raw }): [string, Json] => {
    const type = textOf(raw, 'type');
    const description = textOf(raw, 'description');
    return [name, { type: types.has(type) ? type : 'string', ...(description === '' ? {} : { description }) }];
  });
  const required = parameters.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A text of a tool, which can name secrets; other values of a run are not there. */
function writeFixed(context: FlowiseContext, text: string): string {
  const expression = classifyFlowText(text);
  const parts = expression.is === 'template' ? expression.parts : [expression];
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeBraces(part);
      if (part.is === 'literal') return escapeBraces(String(part.value ?? ''));
      const found = part.is === 'reference' ? context.findWithSecrets(part) : undefined;
      if (found?.is === 'secret') return `{{secrets.${found.name}}}`;
      context.differs('a tool does not know values of the run: they are left out of its request');
      return '';
    })
    .join('');
}

/** Names and values, in a list, an object, or the text of one. */
export function readPairs(given: Json | undefined): readonly (readonly [string, string])[] {
  const isFit = (name: string) => name !== '' && !/[{}\s]/.test(name);
  const list = readList(given);
  if (list.length > 0)
    return list.flatMap((one) => {
      const name = textOf(one, 'key').trim();
      return isFit(name) && textOf(one, 'value') !== '' ? [[name, textOf(one, 'value')] as const] : [];
    });
  const read = typeof given === 'string' && given.trim().startsWith('{') ? readPlain(given) : undefined;
  const object = read?.ok === true ? read.value : given;
  return isJsonObject(object)
    ? Object.entries(object).flatMap(([name, value]) =>
        isFit(name) && (typeof value === 'string' || typeof value === 'number') ? [[name, String(value)] as const] : [],
      )
    : [];
}
