import { readFileSync } from 'node:fs';
import type { RunEvent } from '@/run/events';
import { taskTraits } from '@/workflow/tasks';
import { expect, test } from './support/app';
import { storyOf } from './support/story-of';

const read = (file: string) => readFileSync(`public/examples/${file}`, 'utf8');

// One page for all of them: to load it anew for each would take most of the time.
test('the example of each type of task runs here as it was recorded by the command line', async ({ app }) => {
  for (const [type, { example: file }] of Object.entries(taskTraits)) {
    await test.step(type, async () => {
      await app.openText(read(`${file}.yaml`).replaceAll('sim:default', 'sim:fast'));
      await app.start();
      if (type === 'ask') {
        await app.page.getByRole('radio', { name: 'send' }).check();
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
});
