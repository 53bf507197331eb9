import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** What puts something else in the place of a module, and so needs modules of its own. */
const mocking = 'src/storage/folder/full-disk.test.ts';

/** What takes long: kills, what is hostile or large, and the same at every maker again. */
const soak = [
  'tests/kill/kill-headless.test.ts',
  'tests/hostile.test.ts',
  'tests/fuzz.test.ts',
  'tests/large-attachments.test.ts',
  'tests/large-outputs.test.ts',
  'tests/makers/kill.test.ts',
  'tests/makers/loops.test.ts',
];

/** What tries random samples, few of them in `npm test` and many in the soak (`tests/support/samples.ts`). */
const sampled = ['tests/nested-replays.test.ts', 'tests/nested-runs.test.ts', 'tests/resumed-runs.test.ts'];

const globalSetup = 'tests/support/temporary-folder.ts';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'node',
    // More than there are cores on a small machine: many of the tests mostly wait for processes.
    maxWorkers: 4,
    // What hangs ends at some time. On a busy machine starting a process takes many seconds.
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        // Each file loads little else than what the others do: to load it once halves the time.
        test: {
          name: 'src',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, mocking],
          isolate: false,
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts', mocking],
          exclude: [...configDefaults.exclude, ...soak],
          globalSetup,
        },
      },
      {
        extends: true,
        test: { name: 'soak', include: [...soak, ...sampled], env: { SOAK: '1' }, globalSetup },
      },
    ],
  },
});
