import type { PlannedCompaction } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { JournalPath } from '@/run/journal-path';
import type { RunContext } from '../attempt';
import { Meter } from '../effects/meter';
import type { Journal } from '../log/journal';
import { compactMessages } from './compact-messages';
import type { By } from './context-standings';
import { type Digest, writeDigest } from './digest';
import { formatMessages } from './message-text';
import { runWithRunAttempt } from './run-attempt';
import { readRangeMessages, type TaskRange } from './task-range';
import { formatTaskTitle, outputLength, type TemplateInput } from './templates';

/** The digest of what a task left; `usage`: what the agent used. */
export interface ShortRange {
  readonly text: string;
  readonly by: By;
  readonly usage: Usage | null;
}

/**
 * Makes a digest of what a task left. Calls of the agent lie at `path`, and wait for a slot of their own. `meter` pays.
 */
export async function shortenRange(
  range: TaskRange,
  rules: PlannedCompaction,
  path: JournalPath,
  run: RunContext,
  meter: Meter,
): Promise<ShortRange> {
  const own = new Meter(path, meter);
  const material = await readRangeMaterial(range, run.journal);
  // An agent would make it longer.
  const isSpared = rules.agent !== undefined && formatMessages(material.messages).length <= outputLength;
  const { agent: _agent, ...byTemplate } = rules;
  const { digest, ...by } = await compactMessages(material, isSpared ? byTemplate : rules, path, (use) =>
    runWithRunAttempt(path, run, own, async (attempt) => {
      await attempt.begin();
      return use(attempt);
    }),
  );
  return { text: writeDigest(dropRepeats(digest)), by, usage: own.usage };
}

/** Drops decisions and errors that an output in the digest already contains. */
function dropRepeats(digest: Digest): Digest {
  const stated = new Set(digest.outputs.flatMap((text) => text.split('\n')).map((line) => line.trim()));
  const isNew = (line: string) => !stated.has(line);
  return { ...digest, errors: digest.errors.filter(isNew), decisions: digest.decisions.filter(isNew) };
}

async function readRangeMaterial(range: TaskRange, journal: Journal): Promise<TemplateInput> {
  const content = await journal.read(range.content);
  return {
    title: formatTaskTitle(range.name, range.error !== undefined),
    messages: await readRangeMessages(range, journal),
    outputs: content === '' ? [] : [content],
    errors: range.error === undefined ? [] : [range.error],
  };
}
