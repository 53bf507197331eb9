import { expect, it } from 'vitest';
import { createFactsDraft, readDraft } from './facts-draft';

const known = { price: { inputPerMillion: 2, outputPerMillion: 8 }, takes: ['image'] } as const;
const empty = createFactsDraft(undefined, known);

it('says nothing of what is left empty', () => {
  expect(readDraft(empty, undefined, known)).toEqual({ ok: true, value: {} });
});

it('takes the other half of a price from what is known, and asks for it where nothing is', () => {
  const draft = { ...empty, input: '$1.50', window: '128,000' };
  const price = { inputPerMillion: 1.5, outputPerMillion: 8 };
  expect(readDraft(draft, undefined, known)).toEqual({ ok: true, value: { price, window: 128_000 } });
  expect(readDraft(draft, undefined, {})).toMatchObject({ ok: false, error: { output: /Give both prices/ } });
});

it('keeps what it has no field for, and drops what is emptied', () => {
  const own = { efforts: ['low' as const], window: 8192 };
  expect(readDraft({ ...createFactsDraft(own, known), window: '' }, own, known)).toEqual({
    ok: true,
    value: { efforts: ['low'] },
  });
});

it('tells what is wrong by field', () => {
  const draft = { ...empty, input: 'cheap', window: '8k', endsOn: 'soon' };
  const read = readDraft(draft, undefined, known);
  expect(Object.keys(read.ok ? {} : read.error).toSorted()).toEqual(['endsOn', 'input', 'window']);
});
