import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import { getMember, getText } from '../read-plain';

/** The model of a node here, and what differs. */
export interface MappedModel {
  readonly model: string;
  readonly options: JsonObject;
  /** Why it is another provider; undefined: it is the same. */
  readonly moved?: string;
  /** Parameters that have no counterpart. */
  readonly left: readonly string[];
}

/** Providers of Dify that are known here under a name: https://docs.dify.ai/en/plugins/quick-start/model-plugins. */
const same: Readonly<Record<string, string>> = {
  openai: 'openai',
  azure_openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  gemini: 'google',
  vertex_ai: 'google',
  openrouter: 'openrouter',
  ollama: 'ollama',
};

/** What OpenRouter calls the maker (https://openrouter.ai/models). */
const makers: Readonly<Record<string, string>> = {
  deepseek: 'deepseek',
  tongyi: 'qwen',
  mistralai: 'mistralai',
  cohere: 'cohere',
  moonshot: 'moonshotai',
  zhipuai: 'z-ai',
  minimax: 'minimax',
  x: 'x-ai',
};

/** Parameters that a call takes under the same name. */
const sameOptions: ReadonlySet<string> = new Set([
  ...['temperature', 'top_p', 'top_k', 'max_tokens', 'presence_penalty', 'frequency_penalty', 'seed', 'stop'],
]);

/** The model of a node: `{provider, name, completion_params}`, or as agents have it, `{provider, model, …}`. */
export function mapModel(given: Json | undefined): MappedModel | undefined {
  const name = (getText(given, 'name') || getText(given, 'model')).trim();
  if (!/^[\w./:@-]{1,120}$/.test(name)) return undefined;
  // Since plugins: langgenius/openai/openai.
  const provider = getText(given, 'provider').split('/').at(-1) ?? '';
  const { options, left } = mapOptions(getMember(given, 'completion_params'));
  const known = getOwn(same, provider);
  const where = provider === 'azure_openai' || provider === 'vertex_ai' ? provider : undefined;
  if (known !== undefined)
    return {
      model: `${known}:${name}`,
      options,
      left,
      ...(where === undefined ? {} : { moved: `${where} is asked as ${known} here` }),
    };
  const maker = getOwn(makers, provider);
  const slug = maker === undefined || name.includes('/') ? name : `${maker}/${name}`;
  const shown = provider.slice(0, 40).replace(/[^\w.-]/g, '') || 'its provider';
  return {
    model: `openrouter:${slug}`,
    options,
    left,
    moved: `${shown} is asked through OpenRouter here, which may call the model otherwise`,
  };
}

function mapOptions(given: Json | undefined): Pick<MappedModel, 'options' | 'left'> {
  const entries = Object.entries(isJsonObject(given) ? given : {}).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  const isKept = ([name]: readonly [string, Json]) => sameOptions.has(name);
  return {
    options: Object.fromEntries(entries.filter(isKept)),
    left: entries.filter((entry) => !isKept(entry)).map(([name]) => name),
  };
}
