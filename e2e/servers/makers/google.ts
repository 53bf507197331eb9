import { boundTo, googleModel } from './google-rules';
import { newId } from './ids';
import { type Json, record, records, string, textOf } from './json';
import { bad } from './rule';
import { digest, seal } from './seal';
import { data, type Frame, type Phase, pieces } from './sse';
import type { Usage } from './usage';
import type { Answer, Wire } from './wire';

/** Google's generateContent and streamGenerateContent, v1beta. */
export const google: Wire = {
  read({ body }) {
    const contents = records(body.contents);
    const words = (content: Json | undefined) =>
      textOf(records(content?.parts).filter(({ thought }) => thought !== true));
    const last = contents.findLastIndex((content) => content.role !== 'model' && words(content) !== '');
    const config = record(body.generationConfig);
    const schema = config.responseJsonSchema ?? config.responseSchema;
    return {
      prompt: words(contents[last]),
      system: textOf(record(body.systemInstruction).parts),
      results: contents
        .slice(last + 1)
        .flatMap(({ parts }) => records(parts))
        .map(({ functionResponse }) => record(functionResponse))
        .filter(({ name }) => name !== undefined)
        .map((result) => ({ id: string(result.id), text: JSON.stringify(result.response ?? null) })),
      tools: records(body.tools)
        .flatMap(({ functionDeclarations }) => records(functionDeclarations))
        .map((tool) => ({
          name: string(tool.name),
          schema: record(tool.parametersJsonSchema ?? tool.parameters),
        })),
      searches: records(body.tools).some(({ googleSearch }) => googleSearch !== undefined),
      schema: schema === undefined ? (config.responseMimeType === 'application/json' ? {} : undefined) : record(schema),
    };
  },
  thinks: (asked, memory) =>
    googleModel(asked, memory) !== undefined &&
    record(record(asked.body.generationConfig).thinkingConfig).thinkingBudget !== 0,
  frames(answer) {
    const { usage, reply } = answer;
    const id = newId('resp');
    const chunk = (phase: Phase, parts: readonly Json[], finish?: string): Frame =>
      data(phase, {
        ...(reply.stop === 'refusal' ? blocked : { candidates: [candidate(parts, finish, reply)] }),
        ...(usage === undefined ? {} : { usageMetadata: usageJson(usage) }),
        modelVersion: answer.asked.model,
        responseId: id,
      });
    if (reply.stop === 'refusal') return [chunk('text', [])];
    const parts = partsOf(answer);
    const frames = parts.flatMap((part) => {
      const { text, thoughtSignature, ...rest } = part;
      if (typeof text !== 'string') return [chunk('call', [part])];
      const phase = part.thought === true ? 'thinking' : 'text';
      const words = pieces(text).map((word) => chunk(phase, [{ ...rest, text: word }]));
      // The signature of a text follows it, with an empty part (ai.google.dev thought-signatures).
      return thoughtSignature === undefined ? words : [...words, chunk(phase, [{ text: '', thoughtSignature }])];
    });
    return [...frames, chunk('end', [{ text: '' }], finishOf(answer))];
  },
  whole(answer) {
    const { usage, reply, asked } = answer;
    return {
      ...(reply.stop === 'refusal' ? blocked : { candidates: [candidate(partsOf(answer), finishOf(answer), reply)] }),
      ...(usage === undefined ? {} : { usageMetadata: usageJson(usage) }),
      modelVersion: asked.model,
      responseId: newId('resp'),
    };
  },
  error: ({ status, message, type, details }) => ({
    error: {
      code: status,
      message,
      status: type ?? 'INVALID_ARGUMENT',
      ...(details === undefined ? {} : { details }),
    },
  }),
  broken: () =>
    data('text', {
      error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
    }),
  unknown: () => [data('text', { moodMetadata: { mood: 'calm' }, candidates: [] })],
  tooLong: (_, tokens, window) =>
    bad(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`),
};

/** How Google refuses a prompt: no candidates at all. */
const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } };

function partsOf(answer: Answer): readonly Json[] {
  const { asked, memory, reply } = answer;
  const signs = googleModel(asked, memory)?.signs === true && reply.thinking !== undefined;
  const sign = (part: Json): Json => ({ ...part, thoughtSignature: seal({ id: newId('sig'), bound: boundTo(part) }) });
  const shows = record(record(asked.body.generationConfig).thinkingConfig).includeThoughts === true;
  const parts: Json[] = [];
  if (shows && reply.thinking !== undefined) parts.push({ text: reply.thinking, thought: true });
  parts.push(...madeByMaker(answer, sign));
  if (reply.text !== undefined && reply.text !== '') {
    parts.push(signs ? sign({ text: reply.text }) : { text: reply.text });
  }
  for (const [index, call] of reply.calls.entries()) {
    const id = `call_${call.id}`;
    memory.made.set(id, { kind: 'call', model: asked.model, thought: signs });
    const part = { functionCall: { id, name: call.name, args: call.args } };
    // Of parallel calls only the first is signed (ai.google.dev thought-signatures).
    parts.push(signs && index === 0 ? sign(part) : part);
  }
  return parts;
}

/**
 * Calls of Google's own tools are among the parts if the request asks for that; each must be sent back (ai.google.dev
 * tool-combination).
 */
function madeByMaker({ asked, memory, reply: { search } }: Answer, sign: (part: Json) => Json): readonly Json[] {
  if (search === undefined || record(asked.body.toolConfig).includeServerSideToolInvocations !== true) return [];
  const { id, query, pages } = search;
  const named = { toolType: 'GOOGLE_SEARCH_WEB', id };
  const call = sign({ toolCall: { ...named, args: { queries: [query] } } });
  const response = sign({
    toolResponse: { ...named, response: { search_suggestions: pages.map(({ title }) => title) } },
  });
  for (const part of [call, response]) {
    const whole = digest(part);
    memory.made.set(`${id} ${part === response}`, { kind: 'search', model: asked.model, thought: true, whole });
  }
  return [call, response];
}

/** The pages that an answer is grounded on (ai.google.dev google-search, "groundingMetadata"). */
function grounding({ search }: Answer['reply']): Json {
  if (search === undefined) return {};
  const groundingChunks = search.pages.map(({ url, title }) => ({ web: { uri: url, title } }));
  return { groundingMetadata: { webSearchQueries: [search.query], groundingChunks } };
}

function candidate(parts: readonly Json[], finish: string | undefined, reply: Answer['reply']): Json {
  const end = finish === undefined ? {} : { finishReason: finish, ...grounding(reply) };
  return { content: { parts, role: 'model' }, index: 0, ...end };
}

function finishOf({ reply }: Answer): string {
  const reasons = {
    end: 'STOP',
    calls: 'STOP',
    length: 'MAX_TOKENS',
    refusal: 'STOP',
    filter: 'SAFETY',
    pause: 'STOP',
  };
  return reasons[reply.stop];
}

function usageJson({ input, output, thinking }: Usage): Json {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - thinking,
    thoughtsTokenCount: thinking,
    totalTokenCount: input + output,
  };
}
