import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '@/base/errors';
import { type ArgumentTable, checked, type Implementation } from './checked';

interface Shop {
  count(more?: number): Promise<number>;
  readonly shelf: { put(name: string): Promise<readonly string[]> };
}

const shelf: string[] = [];
let counted = 0;
const shop: Implementation<Shop> & { readonly secret: () => string } = {
  secret: () => 'nobody calls this',
  count: (more = 1) => {
    counted += more;
    return counted;
  },
  shelf: {
    put: async (name) => {
      shelf.push(name);
      return shelf;
    },
  },
};
const taken = z.string().transform((name) => {
  if (name === 'new') throw new AppError('NEWER_VERSION', 'Too new.');
  return name.trim();
});
const table: ArgumentTable<Shop> = { count: [z.number().optional()], shelf: { put: [taken] } };

it('gives methods what the schemas make of their arguments, at once and in order', async () => {
  const api = checked(shop, table);
  const calls = [api.shelf.put(' jam '), api.count(), api.count(2)];
  expect(shelf).toEqual(['jam']);
  expect(await Promise.all(calls)).toEqual([['jam'], 1, 3]);
});

it('refuses other arguments with the name of the method, and keeps the errors of schemas', async () => {
  const api = checked(shop, table);
  const odd = 'two' as unknown as number;
  await expect(api.count(odd)).rejects.toMatchObject({
    code: 'INTERNAL',
    message: expect.stringContaining('Argument 1 of count is not what it takes'),
  });
  await expect(api.shelf.put(7 as unknown as string)).rejects.toThrow('Argument 1 of shelf.put');
  await expect(api.shelf.put('new')).rejects.toMatchObject({ code: 'NEWER_VERSION' });
});

it('lets nothing be called that the table does not name', () => {
  expect(Object.keys(checked(shop, table))).toEqual(['count', 'shelf']);
});

it('does not compile without a schema for each method and each argument', () => {
  // @ts-expect-error: `shelf` is missing.
  const withoutGroup: ArgumentTable<Shop> = { count: [z.number().optional()] };
  // @ts-expect-error: the optional argument of `count` is missing.
  const withoutArgument: ArgumentTable<Shop> = { count: [], shelf: { put: [taken] } };
  // @ts-expect-error: `put` takes a text.
  const otherType: ArgumentTable<Shop> = { count: [z.number().optional()], shelf: { put: [z.number()] } };
  expect([withoutGroup, withoutArgument, otherType]).toHaveLength(3);
});
