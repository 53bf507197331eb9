import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { defined } from '@/base/defined';
import { formatBytes } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { McpResource, McpResourceList } from '@/engine/ports/tool-client';
import { cutServerText } from './cut-text';
import { listPages, noTimeout } from './list-pages';
import { findFault } from './mcp-faults';

/** The most resources, and the most templates, that are read from a server, and the most characters of all of them. */
const maxResources = 2000;
const maxLength = 2 ** 22;
/** Longest address, name and description, in characters. */
const maxUri = 2048;
const maxName = 256;
const maxDescription = 1024;

/** Resources of a server. Rejects with an `McpFault`. */
export interface ResourceSession {
  list(signal: AbortSignal): Promise<McpResourceList>;
  read(uri: string, signal: AbortSignal): Promise<string>;
}

/** The resources of a server with an open session (modelcontextprotocol.io/specification/2026-07-28, resources). */
export function createResourceSession(client: Client): ResourceSession {
  async function listAll(
    method: 'resources/list' | 'resources/templates/list',
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly McpResource[]; readonly hasMore: boolean }> {
    const found = new Map<string, McpResource>();
    let left = maxLength;
    const hasMore = await listPages(client, method, signal, (page) => {
      for (const raw of [...page.resources, ...page.resourceTemplates]) {
        const resource = readResource(raw);
        if (resource === undefined || found.has(resource.uri)) continue;
        left -= encodeJson(resource).length;
        if (found.size === maxResources || left < 0) return 'enough';
        found.set(resource.uri, resource);
      }
      return 'more';
    });
    return { found: [...found.values()], hasMore };
  }

  async function listResources(signal: AbortSignal): Promise<McpResourceList> {
    const resources = await listAll('resources/list', signal);
    // Many servers have no templates, and do not know the request.
    const none = { found: [], hasMore: false };
    const templates = await listAll('resources/templates/list', signal).catch((error) => {
      if (signal.aborted || findFault(error).kind !== 'said') throw error;
      return none;
    });
    const problems = [
      ...(resources.hasMore ? [`Of its resources only the first ${resources.found.length} are read.`] : []),
      ...(templates.hasMore ? [`Of its templates only the first ${templates.found.length} are read.`] : []),
    ];
    return { resources: resources.found, templates: templates.found, problems };
  }

  return {
    list: (signal) => listResources(signal).catch((error) => Promise.reject(findFault(error))),
    async read(uri, signal) {
      try {
        const request = { method: 'resources/read', params: { uri } } as const;
        const { contents } = await client.request(request, contentsSchema, { signal, timeout: noTimeout });
        return cutServerText(contents.map(formatContent).join('\n'));
      } catch (error) {
        throw findFault(error);
      }
    },
  };
}

const contentsSchema = z.looseObject({ contents: z.array(z.unknown()) });

type Raw = Readonly<Record<string, unknown>>;

const readLimitedText = (value: unknown, most: number) =>
  typeof value === 'string' ? cutToStart(value, most) : undefined;

/** A resource or template of a list; undefined if it is malformed, or its address is too long to be requested. */
function readResource({ uri, uriTemplate, name, title, description, mimeType, size }: Raw): McpResource | undefined {
  const address = uri ?? uriTemplate;
  if (typeof address !== 'string' || address === '' || address.length > maxUri) return undefined;
  const [about, type] = [readLimitedText(description, maxDescription), readLimitedText(mimeType, maxName)];
  return {
    uri: address,
    name: readLimitedText(title ?? name, maxName) ?? cutToStart(address, maxName),
    ...defined({ description: about, mimeType: type }),
    ...(typeof size === 'number' && size >= 0 ? { bytes: size } : {}),
  };
}

/** The text of a content; other content is replaced by a description. */
function formatContent(content: unknown): string {
  const { uri, text: words, blob, mimeType } = (content ?? {}) as Raw;
  if (typeof words === 'string') return words;
  const size = typeof blob === 'string' ? formatBytes(Math.floor((blob.replace(/=+$/, '').length * 3) / 4)) : 'empty';
  return `[file: ${readLimitedText(uri, maxUri) ?? 'without an address'} ${readLimitedText(mimeType, maxName) ?? 'of no known type'}, ${size}]`;
}
