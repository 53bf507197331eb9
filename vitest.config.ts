import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { aliases } from './scripts/aliases.mjs';
import { tellTests } from './scripts/tell-tests.mjs';

/**
 * What takes long: kills, full disks, what is hostile or large, many processes, every field of every form, and the same
 * at every maker again.
 */
const soak = [
  'tests/action.test.ts',
  'src/cli/commands/plan-from.test.ts',
  'src/cli/scripts/create-process-runner.test.ts',
  'src/editor/inspectors/every-field.test.tsx',
  'src/storage/folder/full-disk.test.ts',
  'tests/attachments-headless.test.ts',
  'tests/built-cli.test.ts',
  'tests/fuzz.test.ts',
  'tests/headless-runs.test.ts',
  'tests/headless.test.ts',
  'tests/hostile.test.ts',
  'tests/kill/kill-headless.test.ts',
  'tests/large-attachments.test.ts',
  'tests/large-outputs.test.ts',
  'tests/long-conversation.test.ts',
  'tests/makers/attachments.test.ts',
  'tests/makers/caching.test.ts',
  'tests/makers/fallback.test.ts',
  'tests/makers/kill.test.ts',
  'tests/makers/lessons.test.ts',
  'tests/makers/limits.test.ts',
  'tests/makers/loops.test.ts',
  'tests/makers/maker-tools.test.ts',
  'tests/makers/replies.test.ts',
  'tests/makers/tool-files.test.ts',
  'tests/mcp-everything.test.ts',
  'tests/mcp-exit.test.ts',
  'tests/mcp-runs.test.ts',
  'tests/mcp-stdio.test.ts',
  'tests/package.test.ts',
  'tests/postgres/damaged-rows.test.ts',
  'tests/postgres/served-runs.test.ts',
  'tests/postgres/several-processes.test.ts',
  'tests/postgres/store-commands.test.ts',
  'tests/quota.test.ts',
  'tests/scripts-headless.test.ts',
  'tests/serve/followed-forks.test.ts',
  'tests/serve/followed.test.ts',
  'tests/serve/hostile.test.ts',
  'tests/serve/listen.test.ts',
  'tests/serve/lost-answers.test.ts',
  'tests/serve/process.test.ts',
  'tests/serve/sent.test.ts',
  'tests/voting.test.ts',
];

/**
 * Other tests of the core that take seconds each: logs and files with many kinds of damage, all recorded examples, all
 * files of other programs, every field. They load little else than what the others do, so they share its modules.
 */
const long = [
  'src/engine/log/checkpointer.test.ts',
  'src/storage/folder/damaged-files.test.ts',
  'src/tools/mcp/mcp-servers.test.ts',
  'tests/cohorts/random-cohorts.test.ts',
  'tests/contract/scripts.test.ts',
  'tests/every-field.test.ts',
  'tests/examples.test.ts',
  'tests/function-paths.test.ts',
  'tests/headless-maker-tools.test.ts',
  'tests/heddle-test-cohorts.test.ts',
  'tests/http-values.test.ts',
  'tests/imported-apps.test.ts',
  'tests/imported-exact.test.ts',
  'tests/imported-flowise.test.ts',
  'tests/iterations.test.ts',
  'tests/latest-only.test.ts',
  'tests/makers/hostile.test.ts',
  'tests/redirects.test.ts',
  'tests/secrets-stay.test.ts',
];

/** What keeps every core of a machine busy, so that nothing runs beside it. */
const alone = [
  'tests/restate/killed-machines.test.ts',
  'tests/restate/several-machines.test.ts',
  'tests/restate/shared-work.test.ts',
  'tests/serve/many-streams.test.ts',
];

/** What tries random samples, few of them in `npm test` and many in the soak (`src/base/samples.testing.ts`). */
const sampled = [
  'src/editor/geometry/keep-places.test.ts',
  'src/formats/fixes.test.ts',
  'src/formats/yaml/edit-library.test.ts',
  'src/formats/yaml/edit-shared.test.ts',
  'src/formats/yaml/live/live-yaml.test.ts',
  'src/workflow/validate/document-checks.test.ts',
  'src/workflow/commands/structure/structure.test.ts',
  'src/workflow/commands/places/move-into.test.ts',
  'src/workflow/commands/places/in-function.test.ts',
  'src/workflow/commands/places/copy-into.test.ts',
  'src/workflow/commands/rename/rename-nested.test.ts',
  'src/workflow/commands/parts.test.ts',
  'src/formats/yaml/edit-commands.test.ts',
  'src/formats/yaml/edit-yaml.test.ts',
  'src/formats/yaml/keep-comments.test.ts',
  'src/formats/yaml/read-yaml.test.ts',
  'tests/gestures.test.ts',
  'tests/plan-bounds.test.ts',
  'tests/random-runs/random-runs.test.ts',
];

/** Components in all their details. `npm test` has the other panes, forms and dialogs. */
const detailed = [
  'src/app/command-menu/command-menu.test.tsx',
  'src/app/compare-runs/compare-runs-view.test.tsx',
  'src/app/compare/compare-view.test.tsx',
  'src/app/dialogs/allow-secrets.test.tsx',
  'src/app/dialogs/leave-question.test.tsx',
  'src/app/draft/draft-dialog.test.tsx',
  'src/app/export/export-dialog.test.tsx',
  'src/app/guide-steps.test.tsx',
  'src/app/import-report/import-report.test.tsx',
  'src/app/import-report/several-flows.test.tsx',
  'src/app/inputs/inputs-panel.test.tsx',
  'src/app/models/forms/key-form.test.tsx',
  'src/app/models/forms/limits-form.test.tsx',
  'src/app/models/models-screen.test.tsx',
  'src/app/models/panel/connection-section.test.tsx',
  'src/app/runs/runs-panel.test.tsx',
  'src/app/runs/shared-runs.test.tsx',
  'src/app/runs/what-if-dialog.test.tsx',
  'src/app/runs/what-if-text.test.tsx',
  'src/app/search/search-dialog.test.tsx',
  'src/app/servers/server-runs.test.tsx',
  'src/app/shell/banners.test.tsx',
  'src/app/shell/other-ways.test.tsx',
  'src/app/shell/panels.test.tsx',
  'src/app/shell/questions.test.tsx',
  'src/app/start/start-page.test.tsx',
  'src/app/tab/follow-other-runs.test.tsx',
  'src/app/tab/follow-run.test.tsx',
  'src/app/tab/follow-tab.test.tsx',
  'src/app/tests/judge-thumbs.test.tsx',
  'src/app/tests/tests-panel.test.tsx',
  'src/app/tools/tools-screen.test.tsx',
  'src/app/workflows/settle-stale-save.test.tsx',
  'src/editor/actions/places.test.tsx',
  'src/editor/canvas/containers.test.tsx',
  'src/editor/canvas/follow-run.test.tsx',
  'src/editor/canvas/notes/notes.test.tsx',
  'src/editor/files/files-panel.test.tsx',
  'src/editor/find/find-panel.test.tsx',
  'src/editor/function/functions.test.tsx',
  'src/editor/help/help.test.tsx',
  'src/editor/inspectors/attachments/attachments.test.tsx',
  'src/editor/inspectors/fields/expression-field.test.tsx',
  'src/editor/inspectors/fields/model-field.test.tsx',
  'src/editor/inspectors/inspector.test.tsx',
  'src/editor/inspectors/options/set-here.test.tsx',
  'src/editor/inspectors/settings/inputs-editor.test.tsx',
  'src/editor/inspectors/task-run-row.test.tsx',
  'src/editor/inspectors/task-types.test.tsx',
  'src/editor/inspectors/tool-task.test.tsx',
  'src/editor/sign-in/sign-in.test.tsx',
  'src/viewer/context/context-view.test.tsx',
  'src/viewer/logs/logs-pane.test.tsx',
  'src/viewer/metrics/cache-figures.test.tsx',
  'src/viewer/output/failures.test.tsx',
  'src/viewer/output/fallback.test.tsx',
  'src/viewer/output/maker-calls.test.tsx',
  'src/viewer/output/output-pane.test.tsx',
  'src/viewer/output/task-output.test.tsx',
  'src/viewer/plan/plan-view.test.tsx',
  'src/viewer/thinking/thinking.test.tsx',
];

/** What holds for every kind of store; in the soak for that in PostgreSQL too. */
const stores = [
  'tests/contract/blob-store.test.ts',
  'tests/contract/event-store.test.ts',
  'tests/contract/executions.test.ts',
  'tests/contract/file-repository.test.ts',
  'tests/contract/iterations.test.ts',
  'tests/contract/remote-text.test.ts',
  'tests/contract/run-checkpoints.test.ts',
  'tests/contract/run-locks.test.ts',
  'tests/contract/upkeep.test.ts',
];

/** Panes, forms, rows and dialogs over the whole page, in a document without layout. */
function components(name: string, include: string[], exclude = configDefaults.exclude): TestProjectConfiguration {
  return {
    extends: true,
    // React as the built page has it: that of development takes several times as long.
    oxc: { jsx: { development: false } },
    test: {
      ...{ name, include, exclude, isolate: false, env: { NODE_ENV: 'production' } },
      environment: './tests/support/page-environment.ts',
      environmentOptions: { happyDOM: { width: 1440, height: 900 } },
      // Read by Vite, so that what they move the view with is ours here too.
      server: { deps: { inline: [/\/@xyflow\/(react|system)\//, /\/d3-zoom\//] } },
      setupFiles: ['tests/support/random-samples.ts', 'tests/support/page-setup.ts'],
    },
  };
}

export default defineConfig({
  resolve: { alias: { ...aliases, '@tests': fileURLToPath(new URL('./tests', import.meta.url)) } },
  test: {
    environment: 'node',
    globalSetup: 'tests/support/temporary-folder.ts',
    setupFiles: 'tests/support/random-samples.ts',
    // One more than there are cores on a small machine, as many tests wait for processes. Each further one takes some 20 s
    // of the processor, to read the same modules again.
    maxWorkers: 3,
    // What hangs ends at some time. On a busy machine starting a process takes many seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // As in the browser: a second try on a busy machine is reported, not hidden.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', tellTests],
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...soak, ...long, ...alone],
          // Each file loads little else than what the others do: to load it once halves the time.
          isolate: false,
        },
      },
      {
        extends: true,
        // For React as the built page has it (`every-field.test.tsx`): that of development takes ten times as long.
        oxc: { jsx: { development: false } },
        test: { name: 'soak', include: soak, env: { SOAK: '1' } },
      },
      {
        extends: true,
        test: { name: 'long', include: [...long, ...sampled, ...stores], env: { SOAK: '1' }, isolate: false },
      },
      components('components', ['src/**/*.test.tsx'], [...configDefaults.exclude, ...soak, ...detailed]),
      components('detailed', detailed),
      { extends: true, test: { name: 'alone', include: alone, fileParallelism: false } },
    ],
  },
});
