import { describe, expect, it } from 'vitest';
import { closest } from './did-you-mean';

describe('closest', () => {
  const tasks = ['fetch_issues', 'fetch_pages', 'review', 'a'];

  it('finds a word with a letter missing, added, changed or swapped', () => {
    expect(closest('fetch_isues', tasks)).toBe('fetch_issues');
    expect(closest('reviews', tasks)).toBe('review');
    expect(closest('rewiew', tasks)).toBe('review');
    expect(closest('reveiw', tasks)).toBe('review');
  });

  it('takes no notice of case and separators', () => {
    expect(closest('dependsOn', ['description', 'depends_on'])).toBe('depends_on');
  });

  it('guesses nothing where nothing is near', () => {
    expect(closest('publish', tasks)).toBeUndefined();
    expect(closest('b', tasks)).toBeUndefined();
    expect(closest('x', [])).toBeUndefined();
  });

  it('prefers the nearest, and of equally near ones the first', () => {
    expect(closest('stepp', ['steppe', 'stepp_', 'steps'])).toBe('stepp_');
    expect(closest('task_3', ['task_1', 'task_2'])).toBe('task_1');
  });
});
