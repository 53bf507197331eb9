import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createOutputFolder } from './output-folder';

it('removes a file and the folders that become empty, and nothing outside the folder of the run', async () => {
  const base = mkdtempSync(join(tmpdir(), 'heddle-removes-'));
  const inside = (...parts: string[]) => join(base, 'work', ...parts);
  mkdirSync(inside('.workflow_state', 'task_outputs'), { recursive: true });
  for (const name of ['a.log', 'b.log']) writeFileSync(inside('.workflow_state', 'task_outputs', name), name);
  writeFileSync(join(base, 'other.txt'), 'stays');
  const outputs = createOutputFolder(inside());

  await outputs.remove('.workflow_state/task_outputs/a.log');
  expect(existsSync(inside('.workflow_state', 'task_outputs', 'b.log'))).toBe(true);
  await outputs.remove('.workflow_state/task_outputs/b.log');
  expect(existsSync(inside('.workflow_state'))).toBe(false);
  expect(existsSync(inside())).toBe(true);

  await outputs.remove('.workflow_state/task_outputs/b.log');
  await createOutputFolder(join(base, 'gone')).remove('a.log');
  await expect(outputs.remove('../other.txt')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(existsSync(join(base, 'other.txt'))).toBe(true);
});
