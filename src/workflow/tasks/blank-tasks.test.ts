import { describe, expect, it } from 'vitest';
import { documentOf } from '../sample.testing';
import { validateDocument } from '../validate/validate';
import { taskTypes } from '.';
import { blankTasks } from './blank-tasks';

describe('a new task', () => {
  it.each(taskTypes)('of the type %s runs as it is', (type) => {
    const document = documentOf({ a: { ...blankTasks[type] } }, { defaultModel: 'sim:x' });
    // A prompt is what a person writes.
    const problems = validateDocument(document, []).filter(({ code }) => code !== 'HED503');
    expect(problems).toEqual([]);
  });
});
