import { isSameJson, type JsonObject } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { parseExpectedTask } from '@/workflow/expected-task';
import { hasDeclaredInputs, listInputFields } from '@/workflow/inputs/input-field';
import { locateTask } from '@/workflow/task-path';
import type { Expectation, TestCase } from '@/workflow/test-case-schema';
import type { Proposal } from './propose-expectations';
import type { SuggestedTest } from './suggest-test';

/** What a person chose for a test that is made of a run. */
export interface KeptTest {
  readonly id: string;
  readonly tags?: readonly string[];
  readonly expect: readonly Expectation[];
  /** Model that judges rubrics. */
  readonly judge?: string | undefined;
}

/** Where the recording of a test is among the files of the workflow, from its folder. */
export function buildRecordingPath(id: string): string {
  return `tests/${id}.jsonl`;
}

/** The test that is made of a run: what it was given, its recording, and what is expected. */
export function buildKeptTest(
  document: WorkflowDocument,
  suggested: Pick<SuggestedTest, 'given' | 'target'>,
  { id, tags = [], expect, judge }: KeptTest,
): TestCase {
  const inputs = selectGiven(document, suggested.given);
  const { target } = suggested;
  const isTarget = target !== undefined && locateTask(document, target) !== undefined;
  return {
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    recording: `file:///${buildRecordingPath(id)}`,
    ...(isTarget ? { target } : {}),
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
    ...(judge === undefined ? {} : { judge: { model: judge } }),
    ...(expect.length === 0 ? {} : { expect: [...expect] }),
  };
}

/** What the workflow as it is now still takes, where it differs from what stands there. */
function selectGiven(document: WorkflowDocument, given: JsonObject): JsonObject {
  const isDeclared = hasDeclaredInputs(document);
  const entries = listInputFields(document).flatMap((field) => {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (value === undefined || (isDeclared && value === null)) return [];
    // A variable that nobody set goes on being edited as a part of the workflow.
    return !isDeclared && isSameJson(value, field.default ?? null) ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The proposals whose task the document still has. */
export function selectKnownProposals(document: WorkflowDocument, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.filter(({ expectation: { task } }) => {
    const path = task === undefined ? undefined : parseExpectedTask(task)?.taskPath;
    return path === undefined || locateTask(document, path) !== undefined;
  });
}
