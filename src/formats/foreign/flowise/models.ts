import { getOwn } from '@/base/get-own';
import type { Json, JsonObject } from '@/base/json';
import { isJsonObject } from '@/base/json';
import { getNumber, getText } from '../read-plain';

/** The model of a node here, and what differs. */
interface MappedModel {
  readonly model: string;
  readonly options: JsonObject;
  /** Why it is another provider; undefined: it is the same. */
  readonly moved?: string;
  /** Parameters that have no counterpart. */
  readonly left: readonly string[];
}

/** Chat models of Flowise: the `name` of each in https://github.com/FlowiseAI/Flowise, packages/components/nodes. */
const providers: Readonly<Record<string, string>> = {
  chatOpenAI: 'openai',
  azureChatOpenAI: 'openai',
  chatOpenAICustom: 'openai',
  chatAnthropic: 'anthropic',
  chatGoogleGenerativeAI: 'google',
  chatGoogleVertexAI: 'google',
  chatOpenRouter: 'openrouter',
  chatOllama: 'ollama',
};

/** What OpenRouter calls the maker (https://openrouter.ai/models). */
const makers: Readonly<Record<string, string>> = {
  chatMistralAI: 'mistralai',
  chatDeepseek: 'deepseek',
  chatCohere: 'cohere',
  chatXAI: 'x-ai',
  chatAlibabaTongyi: 'qwen',
  chatPerplexity: 'perplexity',
};

/** Parameters that a call takes, by what Flowise calls them. */
const options: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  maxTokens: 'max_tokens',
  maxTokensToSample: 'max_tokens',
  maxOutputTokens: 'max_tokens',
  topP: 'top_p',
  topK: 'top_k',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
};

/** What says how a reply is shown or kept, and changes nothing that is sent; and fields that name the model. */
const silent: ReadonlySet<string> = new Set([
  ...['streaming', 'modelName', 'model', 'customModelName', 'cache', 'credential', 'FLOWISE_CREDENTIAL_ID'],
]);

/** Values that say nothing: they hold only if another field is set, or are what is done anyway. */
const unset: Readonly<Record<string, Json>> = { imageResolution: 'low', budgetTokens: 1024 };

/** Whether a value was a secret, which was taken out. */
const isTaken = (value: Json): boolean => typeof value === 'string' && /^\{\{ \$vars\.\w+ \}\}$/.test(value);

/** The model of a node: the name of its chat model, and the fields of that. */
export function mapChatModel(kind: string, config: Json | undefined): MappedModel | undefined {
  const name = (getText(config, 'customModelName') || getText(config, 'modelName') || getText(config, 'model')).trim();
  if (!/^[\w./:@-]{1,120}$/.test(name)) return undefined;
  const read = readOptions(config);
  const provider = getOwn(providers, kind);
  const isElsewhere = /^(?:azure|chatOpenAICustom|chatGoogleVertex)/.test(kind);
  if (provider !== undefined)
    return {
      model: `${provider}:${name}`,
      ...read,
      ...(isElsewhere ? { moved: `${kind} is asked as ${provider} here` } : {}),
    };
  const maker = getOwn(makers, kind);
  const shown = kind.slice(0, 40).replace(/\W/g, '') || 'its provider';
  return {
    model: `openrouter:${maker === undefined || name.includes('/') ? name : `${maker}/${name}`}`,
    ...read,
    moved: `${shown} is asked through OpenRouter here, which may call the model otherwise`,
  };
}

function readOptions(config: Json | undefined): Pick<MappedModel, 'options' | 'left'> {
  const entries = Object.entries(isJsonObject(config) ? config : {}).filter(
    ([key, value]) =>
      value !== '' &&
      value !== null &&
      value !== false &&
      !silent.has(key) &&
      !key.endsWith('Model') &&
      unset[key] !== value &&
      !isTaken(value),
  );
  const kept = entries.flatMap(([key]): [string, number][] => {
    const option = getOwn(options, key);
    const number = getNumber(config, key);
    return option === undefined || number === undefined ? [] : [[option, number]];
  });
  const stop = getText(config, 'stopSequence')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    options: { ...Object.fromEntries(kept), ...(stop.length === 0 ? {} : { stop }) },
    left: entries.map(([key]) => key).filter((key) => !Object.hasOwn(options, key) && key !== 'stopSequence'),
  };
}
