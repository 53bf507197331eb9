import type { Json } from './json';
import { plainModels } from './models';
import type { Maker, Memory } from './rule';

/**
 * One page of a provider's list of models. OpenAI gives end dates (`shutdown_date`, its deprecations page), Anthropic
 * and Google give windows; Anthropic and Google have pages (`limit`, `after_id`; `pageSize`, `pageToken`).
 */
export function modelsOf(maker: Maker, query: URLSearchParams, memory: Memory): Json {
  if (maker === 'openai') return { object: 'list', data: alive(memory.openai, memory).map(openaiJson) };
  if (maker === 'plain') return { object: 'list', data: plainModels.map((id) => openaiJson({ id })) };
  if (maker === 'anthropic') {
    const all = alive(memory.anthropic, memory).map(({ id, window, output }) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-09-01T00:00:00Z',
      max_input_tokens: window,
      max_tokens: output,
    }));
    const { page, more } = pageOf(all, Number(query.get('limit') ?? 20), query.get('after_id'), ({ id }) => id);
    return { data: page, has_more: more, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null };
  }
  const all = alive(memory.google, memory).map(({ id, window, output }) => ({
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: window,
    outputTokenLimit: output,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    thinking: true,
  }));
  const { page, more } = pageOf(all, Number(query.get('pageSize') ?? 50), query.get('pageToken'), ({ name }) => name);
  return { models: page, ...(more ? { nextPageToken: page.at(-1)?.name } : {}) };
}

function alive<T extends { readonly id: string }>(models: readonly T[], { ended }: Memory): readonly T[] {
  return models.filter(({ id }) => !ended.has(id));
}

function openaiJson({ id, ends }: { readonly id: string; readonly ends?: string }): Json {
  return { id, object: 'model', created: 1_780_000_000, owned_by: 'system', shutdown_date: ends ?? null };
}

function pageOf<T>(
  all: readonly T[],
  size: number,
  after: string | null,
  nameOf: (one: T) => string,
): { readonly page: readonly T[]; readonly more: boolean } {
  const start = after === null ? 0 : all.findIndex((one) => nameOf(one) === after) + 1;
  return { page: all.slice(start, start + size), more: start + size < all.length };
}
