import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** What puts something else in the place of a module, and so needs modules of its own. */
const mocking = 'src/storage/folder/full-disk.test.ts';

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
        },
      },
      {
        extends: true,
        test: { name: 'whole', include: ['tests/**/*.test.ts', mocking], globalSetup: 'tests/support/cli-folder.ts' },
      },
    ],
  },
});
