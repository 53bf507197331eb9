import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/cli-folder.ts',
    // Also where there are two cores only: some of the tests mostly wait for processes.
    maxWorkers: '100%',
    // Property tests take their time on a busy machine.
    testTimeout: 30_000,
  },
});
