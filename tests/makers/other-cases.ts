import { type Json, records } from '../../e2e/servers/makers/json';
import type { Makers } from '../../e2e/servers/makers/server';
import { changed, secondContents, secondMessage, tools, type Wanted } from './ask';
import type { Cases } from './cases';

const messages = (more: Json = {}, rest: Partial<Wanted> = {}): Wanted => ({
  maker: 'anthropic',
  path: 'messages',
  body: { model: 'claude-opus-5-5', max_tokens: 1000, messages: [{ role: 'user', content: 'Hi' }], ...more },
  ...rest,
});

/** A model's second turn, changed. */
const later =
  (model: string, change: (body: Json) => Json, rest: Partial<Wanted> = {}, more: Json = {}) =>
  async (server: Makers): Promise<Wanted> => ({
    maker: 'anthropic',
    path: 'messages',
    body: change(await secondMessage(server, model, more)),
    ...rest,
  });

const same = (body: Json) => body;
const thinking =
  (change: (block: Json) => readonly Json[]) =>
  (body: Json): Json => ({
    ...body,
    messages: changed(
      body.messages,
      ({ role }) => role === 'assistant',
      (message) => ({
        ...message,
        content: records(message.content).flatMap((block) => (block.type === 'thinking' ? change(block) : [block])),
      }),
    ),
  });
const shown = { thinking: { type: 'adaptive', display: 'summarized' } };
const mark = { cache_control: { type: 'ephemeral' } };
const open = { type: 'object', properties: {} };

/** Anthropic's rules. */
export const anthropicCases: Cases = {
  'anthropic.browser': {
    broken: () => messages({}, { headers: { origin: 'http://page' } }),
    sound: () =>
      messages({}, { headers: { origin: 'http://page', 'anthropic-dangerous-direct-browser-access': 'true' } }),
    says: "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
  },
  'anthropic.key': {
    broken: () => messages({}, { headers: { 'x-api-key': '' } }),
    sound: () => messages(),
    says: 'x-api-key header is required',
  },
  'anthropic.version': {
    broken: () => messages({}, { headers: { 'anthropic-version': '' } }),
    sound: () => messages(),
    says: 'anthropic-version: header is required',
  },
  'anthropic.ended': {
    broken: () => messages({ model: 'claude-3-opus-20240229' }),
    sound: () => messages(),
    says: 'model: claude-3-opus-20240229',
  },
  'anthropic.model': {
    broken: () => messages({ model: 'claude-9' }),
    sound: () => messages(),
    says: 'model: claude-9',
  },
  'anthropic.fields': {
    broken: () => messages({ thinking: { type: 'adaptive', block_binding: {} } }),
    sound: () =>
      messages(
        { thinking: { type: 'adaptive', block_binding: {} } },
        { headers: { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' } },
      ),
    says: 'thinking.adaptive.block_binding: Extra inputs are not permitted',
  },
  'anthropic.max-tokens': {
    broken: () => messages({ max_tokens: 128_001 }),
    sound: () => messages({ max_tokens: 128_000 }),
    says: 'max_tokens: 128001 > 128000',
  },
  'anthropic.sampling': {
    broken: () => messages({ temperature: 0.5 }),
    sound: () => messages({ temperature: 0.5, model: 'claude-haiku-4-5' }),
    says: '`temperature` is deprecated for this model.',
  },
  'anthropic.forced': {
    broken: () => messages({ tools: tools.messages, tool_choice: { type: 'any' } }),
    sound: () => messages({ tools: tools.messages, tool_choice: { type: 'auto' } }),
    says: 'tool_choice: type "tool" and "any" are not supported',
  },
  'anthropic.prefill': {
    broken: () =>
      messages({
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'I' },
        ],
      }),
    sound: () => messages(),
    says: 'does not support assistant message prefill',
  },
  'anthropic.results': {
    broken: later('claude-opus-5', (body) => ({
      ...body,
      messages: [...records(body.messages).slice(0, 2), { role: 'user', content: 'And?' }],
    })),
    sound: later('claude-opus-5', same),
    says: 'ids were found without `tool_result` blocks immediately after',
  },
  'anthropic.empty': {
    broken: () => messages({ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }),
    sound: () => messages(),
    says: 'text content blocks must be non-empty',
  },
  'anthropic.cache': {
    broken: () => messages({ system: Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', ...mark })) }),
    sound: () => messages({ system: Array.from({ length: 4 }, () => ({ type: 'text', text: 'x', ...mark })) }),
    says: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  },
  'anthropic.schema': {
    broken: () => messages({ output_config: { format: { type: 'json_schema', schema: open } } }),
    sound: () =>
      messages({
        output_config: { format: { type: 'json_schema', schema: { ...open, additionalProperties: false } } },
      }),
    says: "'additionalProperties' must be explicitly set to false",
  },
  'anthropic.thinking': {
    broken: () => messages({ thinking: { type: 'disabled' } }),
    sound: () => messages({ thinking: { type: 'disabled' }, model: 'claude-opus-5' }),
    says: '"thinking.type.disabled" is not supported for this model.',
  },
  'anthropic.signature': {
    broken: later(
      'claude-opus-5',
      thinking((block) => [{ ...block, signature: `${block.signature}AAAA` }]),
    ),
    sound: later('claude-opus-5', same),
    says: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  'anthropic.modified': {
    broken: later(
      'claude-opus-5',
      thinking((block) => [{ ...block, thinking: 'Else' }]),
      {},
      shown,
    ),
    // If the text was left out, its replacement is not checked.
    sound: later(
      'claude-opus-5',
      thinking((block) => [{ ...block, thinking: 'Else' }]),
    ),
    says: 'cannot be modified',
  },
  'anthropic.prefix': {
    broken: later('claude-opus-5-5', (body) => ({ ...body, system: 'Be rude' })),
    sound: later('claude-opus-5-5', (body) => ({
      ...thinking(() => [])(body),
      system: 'Be rude',
    })),
    says: 'The block is bound to a different conversation. Remove the block',
  },
  'anthropic.prefix-haiku': {
    broken: later('claude-haiku-5-5', (body) => ({ ...body, tools: [] }), { option: 'strict' }),
    sound: later('claude-haiku-5-5', (body) => ({ ...body, tools: [] })),
    says: 'The `tools` differ',
  },
  'anthropic.stripped': {
    broken: later(
      'claude-opus-5',
      thinking(() => []),
      { option: 'strict' },
    ),
    sound: later(
      'claude-opus-5',
      thinking(() => []),
    ),
    says: 'Expected `thinking` or `redacted_thinking`, but found `tool_use`',
  },
};

const generate = (more: Json = {}, rest: Partial<Wanted> = {}, model = 'gemini-3.8-flash'): Wanted => ({
  maker: 'google',
  path: `models/${model}:generateContent`,
  body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], ...more },
  ...rest,
});

const then =
  (change: (contents: readonly Json[]) => readonly Json[], rest: Partial<Wanted> = {}) =>
  async (server: Makers): Promise<Wanted> => {
    const body = await secondContents(server, 'gemini-3.8-flash');
    return generate({ ...body, contents: change(records(body.contents)) }, rest);
  };

const calls = (change: (part: Json) => Json) => (contents: readonly Json[]) =>
  changed(
    contents,
    ({ role }) => role === 'model',
    (content) => ({
      ...content,
      parts: changed(content.parts, ({ functionCall }) => functionCall !== undefined, change),
    }),
  );
const as = (thoughtSignature: string) => calls((part) => ({ ...part, thoughtSignature }));
const asIs = then((contents) => contents);
const sentinel = 'skip_thought_signature_validator';

/** Google's rules. */
export const googleCases: Cases = {
  'google.key': {
    broken: () => generate({}, { headers: { 'x-goog-api-key': '' } }),
    sound: () => generate(),
    says: "Method doesn't allow unregistered callers",
  },
  'google.ended': {
    broken: () => generate({}, {}, 'gemini-2.0-flash'),
    sound: () => generate(),
    says: 'is no longer available',
  },
  'google.model': {
    broken: () => generate({}, {}, 'gemini-9'),
    sound: () => generate(),
    says: 'is not found for API version v1beta',
  },
  'google.fields': {
    broken: () => generate({ generationConfig: { effort: 'low' } }),
    sound: () => generate({ generationConfig: { maxOutputTokens: 10 } }),
    says: 'Invalid JSON payload received. Unknown name "effort"',
  },
  'google.shape': {
    broken: () => generate({ contents: [{ role: 'assistant', parts: [{ text: 'Hi' }] }] }),
    sound: () => generate(),
    says: 'Please use a valid role: user, model.',
  },
  'google.prefill': {
    broken: then((contents) => [...contents, { role: 'model', parts: [{ text: 'I' }] }]),
    sound: asIs,
    says: 'Requests ending with a model turn are not supported',
  },
  'google.order': {
    broken: then(([user, model, ...rest]) => [
      user ?? {},
      { role: 'model', parts: [{ text: 'I' }] },
      model ?? {},
      ...rest,
    ]),
    sound: asIs,
    says: 'function call turn comes immediately after a user turn',
  },
  'google.results': {
    broken: then(([user, model]) => [user ?? {}, model ?? {}, { role: 'user', parts: [{ text: 'And?' }] }]),
    sound: asIs,
    says: 'number of function response parts is equal to the number of function call parts',
  },
  'google.signature': {
    broken: then(calls(({ thoughtSignature: _, ...part }) => part)),
    sound: asIs,
    says: 'Function call is missing a thought_signature in functionCall parts. This is required',
  },
  'google.corrupted': {
    broken: then(as('c3BvaWx0')),
    sound: then(as(sentinel)),
    says: 'Corrupted thought signature.',
  },
  'google.sentinel': {
    broken: then(as(sentinel), { option: 'strict' }),
    sound: then((contents) => contents, { option: 'strict' }),
    says: 'Corrupted thought signature.',
  },
  'google.sampling': {
    broken: () => generate({ generationConfig: { temperature: 0.5 } }, { option: 'strict' }),
    sound: () => generate({ generationConfig: { temperature: 0.5 } }),
    says: 'temperature is not supported by this model.',
  },
};
