import { describe, expect, it } from 'vitest';
import { findClosest } from './did-you-mean';

describe('closest', () => {
  const tasks = ['fetch_issues', 'fetch_pages', 'review', 'a'];

  it('finds a word with a letter missing, added, changed or swapped', () => {
    expect(findClosest('fetch_isues', tasks)).toBe('fetch_issues');
    expect(findClosest('reviews', tasks)).toBe('review');
    expect(findClosest('rewiew', tasks)).toBe('review');
    expect(findClosest('reveiw', tasks)).toBe('review');
  });

  it('takes no notice of case and separators', () => {
    expect(findClosest('dependsOn', ['description', 'depends_on'])).toBe('depends_on');
  });

  it('guesses nothing where nothing is near', () => {
    expect(findClosest('publish', tasks)).toBeUndefined();
    expect(findClosest('b', tasks)).toBeUndefined();
    expect(findClosest('x', [])).toBeUndefined();
  });

  it('prefers the nearest, and of equally near ones the first', () => {
    expect(findClosest('stepp', ['steppe', 'stepp_', 'steps'])).toBe('stepp_');
    expect(findClosest('task_3', ['task_1', 'task_2'])).toBe('task_1');
  });
});
