import { getOwn } from '@/base/get-own';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { getList, getMember, getText, readPlain } from '../read-plain';
import { escapeBraces } from '../values';
import type { FlowiseContext } from './flowise-context';
import { classifyFlowText } from './read-expressions';
import { readList } from './read-flowise';

/** The tools of an agent that can be here, and the names of those that cannot. */
interface MappedTools {
  readonly tools: readonly JsonObject[];
  readonly left: readonly string[];
}

/** Tools of an agent: requests and servers are tools here, all others need the server of Flowise. */
export function mapTools(context: FlowiseContext, given: readonly Json[]): MappedTools {
  const tools: JsonObject[] = [];
  const left: string[] = [];
  for (const one of given) {
    const kind = getText(one, 'agentSelectedTool');
    if (kind === '') continue;
    const config = getMember(one, 'agentSelectedToolConfig') ?? {};
    const mapped = kind === 'customMCP' ? mapServerTools(context, config) : mapRequestTool(context, kind, config);
    const isNew = mapped.length > 0 && mapped.every((tool) => !tools.some(({ name }) => name === tool['name']));
    const approved = getMember(one, 'agentSelectedToolRequiresHumanInput') === true ? { approve: true } : {};
    if (isNew) tools.push(...mapped.map((tool) => ({ ...tool, ...approved })));
    else left.push(kind.slice(0, 60));
  }
  return { tools, left };
}

/** Most tools of one server that an agent is given. */
const mostActions = 100;

/** The tools of a server of the Model Context Protocol that were chosen: `init` of CustomMCP.ts. */
function mapServerTools(context: FlowiseContext, config: Json): readonly JsonObject[] {
  const server = getMember(config, 'mcpServerConfig');
  const names = readList(getMember(config, 'mcpActions')).flatMap((one) =>
    typeof one === 'string' && /^[A-Za-z_][\w-]{0,60}$/.test(one) ? [one] : [],
  );
  const fill = (given: Json | undefined) =>
    Object.fromEntries(readPairs(given).map(([name, value]): [string, Json] => [name, writeFixed(context, value)]));
  const url = writeFixed(context, getText(server, 'url').trim());
  const command = getText(server, 'command').trim();
  const isRemote = command === '' && /^https?:\/\//.test(url);
  if (!isRemote && command === '') return [];
  const headers = fill(getMember(server, 'headers'));
  const env = fill(getMember(server, 'env'));
  const args = getList(server, 'args').flatMap((one) => (typeof one === 'string' ? [writeFixed(context, one)] : []));
  if (!isRemote)
    context.differs(`the server ${command.slice(0, 60)} is a process, which runs on the command line only`);
  const mcp: JsonObject = isRemote
    ? { url, ...(Object.keys(headers).length === 0 ? {} : { headers }) }
    : {
        command,
        ...(args.length === 0 ? {} : { args }),
        ...(Object.keys(env).length === 0 ? {} : { env }),
      };
  return [...new Set(names)].slice(0, mostActions).map((name) => ({ name, mcp: { ...mcp, tool: name } }));
}

/** Names of the tools for requests: packages/components/nodes/tools/Requests*. */
const methods: Readonly<Record<string, string>> = {
  requestsGet: 'GET',
  requestsPost: 'POST',
  requestsPut: 'PUT',
  requestsDelete: 'DELETE',
};

/** A tool that makes a request; none: it makes none, or has no address. */
function mapRequestTool(context: FlowiseContext, kind: string, config: Json): readonly JsonObject[] {
  const method = getOwn(methods, kind);
  const address = writeFixed(context, getText(config, `${kind}Url`).trim());
  const name = getText(config, `${kind}Name`)
    .toLowerCase()
    .replace(/ /g, '_')
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, 60);
  if (method === undefined || address === '' || !/^[a-z]/.test(name)) return [];
  const hasBody = method === 'POST' || method === 'PUT';
  const parameters = readParameters(context, getText(config, `${kind}${hasBody ? 'BodySchema' : 'QueryParamsSchema'}`));
  const isPath = ({ raw, isNeeded }: Parameter) => !hasBody && getText(raw, 'in') === 'path' && isNeeded;
  const path = parameters.filter(isPath);
  const query = parameters.filter(({ raw }) => !hasBody && getText(raw, 'in') === 'query');
  const used = hasBody ? parameters : [...path, ...query];
  if (used.length < parameters.length) context.differs(`${name} does not take what may be left out of its address`);
  let url = address.replace(/\/$/, path.length > 0 ? '' : '/');
  for (const one of path)
    url = url.includes(`:${one.name}`) ? url.replace(`:${one.name}`, `{{${one.name}}}`) : `${url}/{{${one.name}}}`;
  const fill = (list: readonly Parameter[]) =>
    Object.fromEntries(list.map((one): [string, Json] => [one.name, `{{${one.name}}}`]));
  const headers = Object.fromEntries(
    readPairs(getMember(config, `${kind}Headers`)).map(([key, value]) => [key, writeFixed(context, value)]),
  );
  return [
    {
      name,
      description: getText(config, `${kind}Description`).slice(0, 1000) || `${method} ${name}`,
      ...(used.length === 0 ? {} : { parameters: describeParameters(used) }),
      http: {
        url,
        method,
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(query.length === 0 ? {} : { query: fill(query) }),
        ...(hasBody && used.length > 0 ? { body: fill(used) } : {}),
      },
    },
  ];
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
      ? [{ name, raw, isNeeded: getMember(raw, 'required') === true }]
      : [],
  );
}

function describeParameters(parameters: readonly Parameter[]): JsonObject {
  const types: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object', 'array']);
  const properties = parameters.map(({ name, raw }): [string, Json] => {
    const type = getText(raw, 'type');
    const description = getText(raw, 'description');
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
      // A tool knows no variables: one of the server is a secret, which only its owner can fill in.
      const [name = ''] = part.is === 'reference' && part.node === '$vars' ? part.path : [];
      if (/^[A-Za-z_]\w{0,80}$/.test(name)) context.flow.takeServerVariable(name, true);
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
      const name = getText(one, 'key').trim();
      return isFit(name) && getText(one, 'value') !== '' ? [[name, getText(one, 'value')] as const] : [];
    });
  const read = typeof given === 'string' && given.trim().startsWith('{') ? readPlain(given) : undefined;
  const object = read?.ok === true ? read.value : given;
  return isJsonObject(object)
    ? Object.entries(object).flatMap(([name, value]) =>
        isFit(name) && (typeof value === 'string' || typeof value === 'number') ? [[name, String(value)] as const] : [],
      )
    : [];
}
