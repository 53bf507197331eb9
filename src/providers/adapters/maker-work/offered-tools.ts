import { isJsonObject, type JsonObject } from '@/base/json';
import type { ModelRequest } from '@/engine/ports/model-client';
import { makerToolOf } from '@/plan/tools/maker-tools';
import type { Protocol } from '../../provider-config';
import type { SdkOptions } from '../sdk-types';

type Asked = Pick<ModelRequest, 'makerTools'>;

/** What the library of a protocol cannot do without; in the body the options stand in its place. */
const needed: Readonly<Record<string, JsonObject>> = { 'openai.file_search': { vectorStoreIds: [] } };

/**
 * The maker's tools of a request for the library of its protocol, which names the betas and parts of the answer that
 * they want.
 */
export function sdkMakerTools({ makerTools = [] }: Asked, protocol: Protocol): NonNullable<SdkOptions['tools']> {
  return makerTools.flatMap(({ name }) => {
    const known = makerToolOf(name, protocol);
    if (known === undefined) return [];
    const id = `${protocol}.${known.like}` as const;
    return [{ type: 'provider' as const, id, name: known.name, args: needed[id] ?? {} }];
  });
}

/**
 * A body with the options of its maker's tools as they are written: the libraries take those that they know under other
 * names. What a tool is, options cannot change.
 */
export function withMakerOptions(body: JsonObject, { makerTools = [] }: Asked, protocol: Protocol): JsonObject {
  const { tools } = body;
  if (makerTools.length === 0 || !Array.isArray(tools)) return body;
  const asked = makerTools.flatMap(({ name, options }) => {
    const known = makerToolOf(name, protocol);
    return known === undefined ? [] : [{ ...known, options }];
  });
  return {
    ...body,
    tools: tools.map((entry) => {
      if (!isJsonObject(entry)) return entry;
      for (const { type, like, options } of asked) {
        if (protocol === 'google' && camelCase(type) in entry) return { [camelCase(type)]: options };
        if (entry['type'] !== like) continue;
        const { name } = entry;
        return { ...entry, ...options, type, ...(name === undefined ? {} : { name }) };
      }
      return entry;
    }),
  };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
