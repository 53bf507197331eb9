import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { nothingKnown } from '@/plan/model-facts';
import { learnFrom, learnWindow } from './learn-from';

const model = { provider: 'lab', model: 'new' };
const refused = (refusal: JsonObject, status = 400) =>
  new AppError('PROVIDER_ERROR', 'Refused.', { details: { status, refused: [refusal] } });
const learned = (refusal: JsonObject, sent: JsonObject, status?: number) =>
  learnFrom(refused(refusal, status), model, sent, nothingKnown)[0]?.instead;

it('learns to leave out what was sent and refused', () => {
  const [fact] = learnFrom(refused({ parameter: 'top_k' }), model, { top_k: 1 }, nothingKnown);
  expect(fact).toEqual({ model, parameter: 'top_k', instead: 'left out', said: 'Refused.' });
  expect(learned({ parameter: 'top_k' }, { generationConfig: { topK: 1 } }, 422)).toBe('left out');
});

it('learns the name under which a parameter is wanted, and that tools go by Responses', () => {
  const rename = { parameter: 'max_tokens', rename: 'max_completion_tokens' };
  expect(learned(rename, { max_tokens: 1 })).toBe('sent as max_completion_tokens');
  expect(learned({ parameter: 'tools', responses: true }, { tools: [] })).toBe('asked through /v1/responses');
});

it.each([
  ['was not sent', { parameter: 'top_k' }, { top_p: 1 }],
  ['is no request without', { parameter: 'messages' }, { messages: [] }],
  ['keeps the answer short enough', { parameter: 'max_tokens' }, { max_tokens: 1 }],
])('learns nothing of what %s', (_what, refusal, sent) => {
  expect(learned(refusal, sent)).toBeUndefined();
});

it('learns nothing of other errors, nor what it knows, so that no request goes round in a circle', () => {
  expect(learned({ parameter: 'top_k' }, { top_k: 1 }, 500)).toBeUndefined();
  expect(learnFrom(new Error('top_k'), model, { top_k: 1 }, nothingKnown)).toEqual([]);
  const known = { ...nothingKnown, refuses: ['top_k'] };
  expect(learnFrom(refused({ parameter: 'top_k' }), model, { top_k: 1 }, known)).toEqual([]);
});

it('learns the place of a field at any depth, once for all that a server names', () => {
  const sent = {
    tools: [
      { name: 'a', strict: true },
      { name: 'b', strict: true, eager: true },
    ],
    stream_options: {},
  };
  const names = ['tools.0.custom.eager', 'tools[0].strict', 'tools[1].strict', 'body.stream_options', 'tools.0.name'];
  const error = new AppError('PROVIDER_ERROR', 'Refused.', {
    details: { status: 422, refused: names.map((parameter) => ({ parameter })) },
  });
  const found = learnFrom(error, model, sent, nothingKnown).map(({ parameter }) => parameter);
  expect(found).toEqual(['tools.eager', 'tools.strict', 'stream_options']);
});

it('learns a window that is smaller than was known, and no figure that can be none', () => {
  const tooLong = (limit: number) =>
    new AppError('PROVIDER_ERROR', 'Too long.', { details: { reason: 'context_too_long', limit } });
  expect(learnWindow(tooLong(8192), model, nothingKnown)?.instead).toBe('8192 tokens at most');
  expect(learnWindow(tooLong(8192), model, { ...nothingKnown, window: 8192 })).toBeUndefined();
  expect(learnWindow(tooLong(4), model, nothingKnown)).toBeUndefined();
});
