import { formatBytes } from '@/base/figures';
import { makeLineVisible } from '@/base/visible-text';
import type { Tool } from '@/workflow/tasks/tools';
import type { ToolDeclaration } from '../ports/model-client';
import type { McpResource, McpResourceList } from '../ports/tool-client';
import { createAnswer, type HandlerTool } from './handler-tool';
import { performAtServer } from './mcp-tool';
import { createToolAccess, type ToolAccess } from './tool-access';

type McpBody = NonNullable<Tool['mcp']>;

/**
 * The names of Heddle's tools for the resources of a server; the server's name goes in front: `harbour_read_resource`.
 */
const resourceToolNames = { list: 'list_resources', read: 'read_resource' } as const;

const maxUri = 4096;

/**
 * The tools by which a model lists and reads the resources of a server. Other clients of the protocol offer the same.
 * The protocol leaves the form to the client (modelcontextprotocol.io/specification/2026-07-28/server/resources, user
 * interaction model).
 */
export function createResourceTools(
  server: string,
  mcp: McpBody,
): readonly { readonly declaration: ToolDeclaration; readonly handler: HandlerTool }[] {
  const query = { type: 'string', description: 'Only those whose address, name or description has these words.' };
  const uri = { type: 'string', maxLength: maxUri, description: 'Address of the resource, as it was listed.' };
  const list = {
    name: resourceToolNames.list,
    description: `List what can be read at ${server}: address, name, type and description, a line each.`,
    parameters: { type: 'object', properties: { query }, additionalProperties: false },
  };
  const read = {
    name: resourceToolNames.read,
    description: `Read a resource of ${server}.`,
    parameters: { type: 'object', properties: { uri }, required: ['uri'], additionalProperties: false },
  };
  return [
    {
      declaration: list,
      handler: {
        parameters: list.parameters,
        perform: async (args, { attempt }) => {
          const words = typeof args['query'] === 'string' ? args['query'] : '';
          return createAnswer(listText(await listResources(mcp, createToolAccess(attempt)), words));
        },
      },
    },
    {
      declaration: read,
      handler: {
        parameters: read.parameters,
        perform: async (args, { attempt }) =>
          createAnswer(await readResource(mcp, String(args['uri']), createToolAccess(attempt))),
      },
    },
  ];
}

/** The resources of a server, without secrets. */
export function listResources(mcp: McpBody, access: ToolAccess): Promise<McpResourceList> {
  return performAtServer(mcp, access, async (server, signal, strike) => {
    const { resources, templates, problems } = await access.tools.mcpResources(server, signal);
    const safe = (resource: McpResource): McpResource => {
      const { description } = resource;
      const about = description === undefined ? {} : { description: strike(description) };
      return { ...resource, uri: strike(resource.uri), name: strike(resource.name), ...about };
    };
    return { resources: resources.map(safe), templates: templates.map(safe), problems: problems.map(strike) };
  });
}

/** The text of a resource of a server, without secrets. */
export function readResource(mcp: McpBody, uri: string, access: ToolAccess): Promise<string> {
  return performAtServer(mcp, access, async (server, signal, strike) =>
    strike(await access.tools.mcpRead(server, uri, signal)),
  );
}

function listText({ resources, templates, problems }: McpResourceList, query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matchesWords = ({ uri, name, description = '' }: McpResource) => {
    const text = `${uri} ${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const [found, forms] = [resources.filter(matchesWords), templates.filter(matchesWords)];
  if (found.length + forms.length === 0) return query === '' ? 'There are no resources.' : 'None has these words.';
  return [
    ...found.map(formatResourceLine),
    ...(forms.length === 0 ? [] : ['Templates; fill in the parts in braces:', ...forms.map(formatResourceLine)]),
    ...problems,
  ].join('\n');
}

function formatResourceLine({ uri, name, mimeType, bytes, description = '' }: McpResource): string {
  const kind = [mimeType, bytes === undefined ? undefined : formatBytes(bytes)].filter((part) => part !== undefined);
  const about = [name === uri ? '' : name, description].filter((part) => part !== '').join(': ');
  const parts = [uri, kind.length === 0 ? '' : `(${kind.join(', ')})`, about].filter((part) => part !== '');
  return `- ${makeLineVisible(parts.join(' '), 1000 + uri.length)}`;
}
