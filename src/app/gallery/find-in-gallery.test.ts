import { describe, expect, it } from 'vitest';
import { findInGallery } from './find-in-gallery';

const entries = [
  {
    title: 'Receipts to a table',
    description: 'Reads pictures.',
    shows: ['images', 'map'],
    words: 'read google:gemini',
  },
  { title: 'Résumé of a table', description: 'Sums up.', shows: ['schema'], words: 'sum' },
  { title: 'Research', description: 'Plans, with a table of sources.', shows: ['map'], words: 'plan' },
] as const;

const titles = (sentence: string, feature?: 'map' | 'voting') =>
  findInGallery(entries, sentence, feature).map(({ title }) => title);

describe('findInGallery', () => {
  it('finds all words, in any order, in title, description, features, tasks and models', () => {
    expect(titles('pictures table')).toEqual(['Receipts to a table']);
    expect(titles('GEMINI')).toEqual(['Receipts to a table']);
    expect(titles('attach')).toEqual(['Receipts to a table']);
    expect(titles('resume')).toEqual(['Résumé of a table']);
    expect(titles('table nothing')).toEqual([]);
  });

  it('puts those first that have the words in the title', () => {
    expect(titles('sources table')).toEqual(['Research']);
    expect(titles('table')).toEqual(['Receipts to a table', 'Résumé of a table', 'Research']);
    expect(titles('re')).toEqual(['Receipts to a table', 'Résumé of a table', 'Research']);
  });

  it('keeps to a feature, and to everything without a wish', () => {
    expect(titles('', 'map')).toEqual(['Receipts to a table', 'Research']);
    expect(titles('sources', 'map')).toEqual(['Research']);
    expect(titles('', 'voting')).toEqual([]);
    expect(titles('  ')).toHaveLength(3);
  });
});
