import { readFileSync } from 'node:fs';
import { exampleOfType } from '@/app/workflows/templates';
import type { RunEvent } from '@/run/events';
import { expect, test } from './support/app';
import { storyOf } from './support/story-of';

const read = (file: string) => readFileSync(`public/examples/${file}`, 'utf8');

for (const [type, file] of Object.entries(exampleOfType)) {
  test(`the example of ${type} runs here as it was recorded by the command line`, async ({ app }) => {
    await app.openText(read(`${file}.yaml`).replaceAll('sim:default', 'sim:fast'));
    await app.start();
    if (type === 'ask') {
      await app.page.getByRole('combobox', { name: 'Send it?' }).selectOption('send');
      await app.page.getByRole('button', { name: 'Answer' }).click();
    }
    expect(await app.isOver()).toBe('completed');
    const recorded = read(`${file}.recording.jsonl`)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RunEvent);
    expect(storyOf(await app.storedEvents())).toEqual(storyOf(recorded));
  });
}
