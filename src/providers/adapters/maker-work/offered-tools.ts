import { defined } from '@/base/defined';
import { isJsonObject, type JsonObject } from '@/base/json';
import { convertToCamelCase } from '@/base/snake-case';
import type { ModelRequest } from '@/engine/ports/model-client';
import { findMakerTool } from '@/plan/tools/maker-tools';
import type { Protocol } from '../../provider-config';
import type { SdkOptions } from '../sdk-types';

type Asked = Pick<ModelRequest, 'makerTools'>;

/** Arguments that the library of a protocol requires; in the body, the options replace them. */
const needed: Readonly<Record<string, JsonObject>> = { 'openai.file_search': { vectorStoreIds: [] } };

/**
 * The maker's tools of a request in the library's format; the library then adds the beta headers and answer parts they
 * need.
 */
export function buildSdkMakerTools({ makerTools = [] }: Asked, protocol: Protocol): NonNullable<SdkOptions['tools']> {
  return makerTools.flatMap(({ name }) => {
    const known = findMakerTool(name, protocol);
    if (known === undefined) return [];
    const id = `${protocol}.${known.like}` as const;
    return [{ type: 'provider' as const, id, name: known.name, args: needed[id] ?? {} }];
  });
}

/**
 * A body with the options of its maker's tools as written: the libraries rename the ones they know. Options cannot
 * change the type or name of a tool.
 */
export function addMakerOptions(body: JsonObject, { makerTools = [] }: Asked, protocol: Protocol): JsonObject {
  const { tools } = body;
  if (makerTools.length === 0 || !Array.isArray(tools)) return body;
  const asked = makerTools.flatMap(({ name, options }) => {
    const known = findMakerTool(name, protocol);
    return known === undefined ? [] : [{ ...known, options }];
  });
  return {
    ...body,
    tools: tools.map((entry) => {
      if (!isJsonObject(entry)) return entry;
      for (const { type, like, options } of asked) {
        if (protocol === 'google' && convertToCamelCase(type) in entry) return { [convertToCamelCase(type)]: options };
        if (entry['type'] !== like) continue;
        const { name } = entry;
        return { ...entry, ...options, type, ...defined({ name }) };
      }
      return entry;
    }),
  };
}
