import { AppError } from '@/base/errors';
import { suggestTest } from '@/cases/suggest-test';
import { editText } from '@/formats/edit-text';
import { writeDocumentForm } from '@/formats/written-form';
import { writeForm } from '@/formats/yaml/write-yaml';
import { runIsGone } from '@/storage/run-order';
import { writeRecordingFile } from '@/storage/transfer/write-run-file';
import { fileLimits } from '@/workflow/file-repository';
import type { TestsApi } from '../border/tests-api';
import { createTestsRunner } from './judge-tests';
import type { JudgingWorld } from './open-tests';
import { readStoredTests } from './stored-tests';

/** Makes tests of the runs in some stores, and judges tests. `secrets`: texts that must not be in them. */
export function createTestsHost(world: JudgingWorld, secrets: () => readonly string[]): TestsApi {
  const { stores } = world;
  const record: TestsApi['record'] = async (executionId) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for await (const page of writeRecordingFile(stores, executionId, secrets())) {
      bytes += page.length;
      if (bytes > fileLimits.bytes) {
        throw new AppError('FILE_REFUSED', 'The recording of this run has more than 20 MB.', {
          advice: 'Keep a run with shorter texts.',
        });
      }
      parts.push(page);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };
  return {
    ...createTestsRunner(world, record),
    suggest: async (executionId) => {
      const run = await stores.executions.get(executionId);
      if (run === undefined) throw runIsGone();
      const suggested = await suggestTest(stores, run, secrets());
      if (!suggested.ok) throw new AppError('VALIDATION_ERROR', suggested.error);
      return suggested.value;
    },
    record,
    held: async (workflowId, document) => {
      const stored = await readStoredTests(stores.files, workflowId, document).catch(() => undefined);
      return stored?.read.document;
    },
    writeHeld: async (workflowId, document, held) => {
      const stored = await readStoredTests(stores.files, workflowId, document);
      const before = stored?.read.document;
      if (stored === undefined || before === undefined)
        throw new AppError('VALIDATION_ERROR', `${document.tests}: it has mistakes, so it cannot be edited.`);
      const written = new TextEncoder().encode(editText(stored.text, stored.notation, before, held));
      const path = `/${stored.path}`;
      await stores.files.write(workflowId, [{ path, content: written }]);
      return { path, before: new TextEncoder().encode(stored.text), after: written };
    },
    preview: async (id, test) => writeForm(writeDocumentForm({ tests: { [id]: test } })),
  };
}
