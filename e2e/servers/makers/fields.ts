import { isRecord, type Json, records, string } from './json';
import { type Asked, bad, type Protocol, type Refusal, type Rule } from './rule';

const words = (text: string) => text.trim().split(/\s+/);

/** The top-level fields that a request may have, by protocol. From the providers' API references. */
const topFields: Readonly<Record<Protocol, readonly string[]>> = {
  responses: words(`
    background context_management conversation include input instructions max_output_tokens max_tool_calls metadata
    model parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention
    reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools
    top_logprobs top_p truncation user`),
  chat: words(`
    audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages
    metadata modalities model n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options
    prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream
    stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options`),
  messages: words(`
    cache_control container context_management inference_geo max_tokens mcp_servers messages metadata model
    output_config output_format service_tier speed stop_sequences stream system temperature thinking tool_choice tools
    top_k top_p`),
  generate: words(`
    cachedContent contents generationConfig labels model safetySettings serviceTier store systemInstruction
    toolConfig tools`),
};

const generationFields = words(`
  audioTimestamp candidateCount enableEnhancedCivicAnswers frequencyPenalty imageConfig logprobs maxOutputTokens
  mediaResolution presencePenalty responseJsonSchema responseLogprobs responseMimeType responseModalities
  responseSchema seed speechConfig stopSequences temperature thinkingConfig topK topP`);

const thinkingFields: Readonly<Record<string, readonly string[]>> = {
  adaptive: ['type', 'display', 'block_binding'],
  between_tools: ['type', 'display', 'block_binding'],
  enabled: ['type', 'budget_tokens', 'display', 'block_binding'],
  disabled: ['type'],
};

/** Anthropic's beta that allows `thinking.block_binding` (anomalyco/opencode #48637). */
export const bindingBeta = 'thinking-binding-controls-2026-08-01';

/** Refusals of fields that the provider does not know, and of the address. */
export const fieldRules: readonly Rule[] = [
  {
    id: 'openai.fields',
    protocols: ['responses', 'chat'],
    makers: ['openai'],
    source: 'Message of api.openai.com: "Unknown parameter"',
    check(asked) {
      const unknown = firstUnknown(asked.body, topFields[asked.protocol]) ?? unknownItem(asked);
      return unknown === undefined
        ? undefined
        : bad(`Unknown parameter: '${unknown}'.`, { param: unknown, code: 'unknown_parameter' });
    },
  },
  {
    id: 'anthropic.fields',
    protocols: ['messages'],
    makers: ['anthropic'],
    source: 'Message of api.anthropic.com: "Extra inputs are not permitted"; beta: anomalyco/opencode #48637',
    check(asked) {
      const unknown = firstUnknown(asked.body, topFields.messages) ?? unknownThinking(asked) ?? unknownTool(asked.body);
      return unknown === undefined ? undefined : bad(`${unknown}: Extra inputs are not permitted`);
    },
  },
  {
    id: 'google.fields',
    protocols: ['generate'],
    makers: ['google'],
    source: 'Message of generativelanguage.googleapis.com: "Invalid JSON payload received"',
    check({ body }) {
      const top = firstUnknown(body, topFields.generate);
      if (top !== undefined) return unknownName(top, '');
      const config = isRecord(body.generationConfig) ? body.generationConfig : {};
      const inner = firstUnknown(config, generationFields);
      return inner === undefined ? undefined : unknownName(inner, 'generation_config');
    },
  },
  {
    id: 'plain.refuse',
    protocols: ['responses', 'chat', 'messages', 'generate'],
    makers: ['plain', 'openai', 'anthropic', 'google'],
    source: 'Fields named in the address, or by the test: a parameter that no table knows',
    check(asked, { refuses }) {
      const inner = isRecord(asked.body.generationConfig) ? Object.keys(asked.body.generationConfig) : [];
      const sent = [...Object.keys(asked.body), ...inner];
      const field = [...asked.refused, ...(refuses[asked.model] ?? [])].find((name) => sent.includes(name));
      return field === undefined ? undefined : refusedField(asked, field);
    },
  },
];

function refusedField({ maker }: Asked, field: string): Refusal {
  if (maker === 'anthropic') return bad(`\`${field}\` is not supported on this model.`);
  if (maker === 'google') return bad(`${field} is not supported by this model.`);
  return bad(`Unsupported parameter: '${field}' is not supported with this model.`, {
    param: field,
    code: 'unsupported_parameter',
  });
}

function firstUnknown(body: Json, known: readonly string[]): string | undefined {
  return Object.keys(body).find((name) => !known.includes(name));
}

const itemFields: Readonly<Record<string, readonly string[]>> = {
  message: ['type', 'id', 'role', 'content', 'status', 'phase'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  item_reference: ['type', 'id'],
};

function unknownItem({ protocol, body }: Asked): string | undefined {
  if (protocol !== 'responses') return undefined;
  for (const [index, item] of records(body.input).entries()) {
    const known = itemFields[string(item.type) || 'message'];
    const unknown = known && firstUnknown(item, known);
    if (unknown !== undefined) return `input[${index}].${unknown}`;
  }
  return undefined;
}

function unknownThinking({ body, headers }: Asked): string | undefined {
  if (!isRecord(body.thinking)) return undefined;
  const type = string(body.thinking.type);
  const unknown = firstUnknown(body.thinking, thinkingFields[type] ?? []);
  if (unknown !== undefined) return `thinking.${type}.${unknown}`;
  const allowed = headers['anthropic-beta']?.includes(bindingBeta) === true;
  return body.thinking.block_binding !== undefined && !allowed ? `thinking.${type}.block_binding` : undefined;
}

const toolFields = words(`
  name description input_schema type cache_control strict eager_input_streaming input_examples defer_loading
  allowed_callers`);

function unknownTool(body: Json): string | undefined {
  for (const [index, tool] of records(body.tools).entries()) {
    const own = tool.type === undefined || tool.type === 'custom';
    const unknown = own ? firstUnknown(tool, toolFields) : undefined;
    if (unknown !== undefined) return `tools.${index}.custom.${unknown}`;
  }
  return undefined;
}

function unknownName(name: string, at: string): Refusal {
  const where = at === '' ? '' : ` at '${at}'`;
  const message = `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`;
  const fieldViolations = [{ ...(at === '' ? {} : { field: at }), description: message }];
  return bad(message, { details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }] });
}
