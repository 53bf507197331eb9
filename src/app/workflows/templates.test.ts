import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readText } from '@/formats/read-text';
import { buildPlan } from '@/plan/build-plan';
import { blankText, templateFiles } from './templates';

describe('templates', () => {
  it.each(templateFiles)('%s has no problems, a layout for every task, and can be run', async (file) => {
    const { document, diagnostics } = readText(await readFile(`public/examples/${file}.yaml`, 'utf8'), []);
    expect(diagnostics).toEqual([]);
    expect(Object.keys(document?.layout?.tasks ?? {}).sort()).toEqual(Object.keys(document?.tasks ?? {}).sort());
    expect(document && buildPlan(document, []).ok).toBe(true);
  });

  it('starts a blank workflow without problems', () => {
    expect(readText(blankText, []).diagnostics).toEqual([]);
  });
});
