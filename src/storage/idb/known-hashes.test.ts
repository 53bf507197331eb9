import { expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { KnownHashes } from './known-hashes';

it('has every hash that was added, and nearly no other', () => {
  const filter = new KnownHashes();
  const added = Array.from({ length: 20_000 }, (_, index) => hashText(`added ${index}`));
  for (const hash of added) filter.add(hash);
  expect(added.every((hash) => filter.mayHave(hash))).toBe(true);
  const others = Array.from({ length: 20_000 }, (_, index) => hashText(`other ${index}`));
  expect(others.filter((hash) => filter.mayHave(hash)).length).toBeLessThan(10);
});
