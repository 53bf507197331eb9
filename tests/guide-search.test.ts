import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listGuideItems } from '@/app/command-menu/guide-items';
import { ItemRanking } from '@/app/command-menu/rank-items';
import { listGuideSections, readGuideGroups, readGuideTexts } from '../scripts/guide/guide-text.mjs';

const items = [...listGuideItems(readGuideTexts().flatMap(listGuideSections))];
function findLabels(query: string): readonly string[] {
  const ranking = new ItemRanking(query, [], 60);
  for (const item of items) ranking.add(item);
  return ranking.result().items.map(({ label }) => label);
}
const files = readdirSync('docs/guide').map((name) => name.replace('README', 'index').replace(/\.md$/, '.html'));

it.each(files)('the search of the app finds %s by its title, and its list at the side has it', (file) => {
  const item = items.find(({ id }) => id === `guide ./guide/${file}`);
  expect(findLabels(item?.label ?? '')[0]).toBe(item?.label);
  const listed = readGuideGroups().flatMap(({ pages }) => pages.map((page) => page.file));
  expect(listed.filter((other) => other === file).length).toBe(file === 'index.html' ? 0 : 1);
});

it.each(['CORS', 'retry', 'rate limit', 'postgres', 'idempotency', 'serving'])('finds “%s” in the texts', (query) => {
  expect(findLabels(query).length).toBeGreaterThan(0);
});
