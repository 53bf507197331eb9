import { describe, expect, it } from 'vitest';
import { mayBeWorkflow } from './list-workflow-files';

describe('mayBeWorkflow', () => {
  it.each(['heddle: 1\ntasks: {}\n', '# A comment\n\ntasks:\n  a: {}\n', 'name: x\ntasks :\n'])('takes %j', (text) => {
    expect(mayBeWorkflow(text)).toBe(true);
  });

  it.each(['services: {}\n', 'jobs:\n  tasks: 1\n', '', 'my_tasks: 1\n'])('leaves out %j', (text) => {
    expect(mayBeWorkflow(text)).toBe(false);
  });
});
