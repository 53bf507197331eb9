import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { buildPlan } from '@/plan/build-plan';
import { taskTraits, taskTypes } from '@/workflow/tasks';
import { blankText, exampleFiles } from './templates';

describe('templates', () => {
  it.each(exampleFiles)('%s has no problems, a layout for every task, and can be run', async (file) => {
    const { document, diagnostics } = checkText(await readFile(`public/examples/${file}.yaml`, 'utf8'), [], 'yaml');
    expect(diagnostics).toEqual([]);
    expect(Object.keys(document?.layout?.tasks ?? {}).sort()).toEqual(Object.keys(document?.tasks ?? {}).sort());
    expect(document && buildPlan(document, []).ok).toBe(true);
  });

  it.each(taskTypes.map((type) => [type, taskTraits[type].example]))('show each type, %s in %s', async (type, file) => {
    const { document } = checkText(await readFile(`public/examples/${file}.yaml`, 'utf8'), [], 'yaml');
    expect(Object.values(document?.tasks ?? {}).map((task) => task.type)).toContain(type);
  });

  it('starts a blank workflow without problems', () => {
    expect(checkText(blankText, [], 'yaml').diagnostics).toEqual([]);
  });
});
