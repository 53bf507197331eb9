import { useEffect, useState } from 'react';
import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { ComparedInstance } from '@/run/compare/compare-runs';
import type { ComparedTexts, TextPlaces, TextSides } from '@/run/compare/instance-texts';
import type { InstanceDigest } from '@/run/compare/run-digest';
import type { Runner } from '@/run/runner';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import type { ComparedRuns } from '@/state/view-store';

/** How many words were added and removed, in prompt and output together. */
export interface WordCounts {
  readonly added: number;
  readonly removed: number;
}

/** The words that differ in an execution; undefined: they are being read. */
export function useComparedTexts(
  ids: ComparedRuns,
  row: ComparedInstance,
): ComparedTexts | { readonly failure: Failure } | undefined {
  const { services } = useStores();
  const { value, failure, isOld } = useAsked([services, ids, row], () =>
    services.runner.compareTexts(ids.first, ids.second, buildSides(row), true),
  );
  if (isOld) return undefined;
  return failure === undefined ? value : { failure };
}

const counts = new WeakMap<ComparedInstance, WordCounts>();

/** The words that differ in a row that is in sight; undefined: not known yet, or not to be known. */
export function useWordCounts(ids: ComparedRuns, row: ComparedInstance): WordCounts | undefined {
  const { services } = useStores();
  const [found, setFound] = useState<WordCounts>();
  const known = row.kind === 'same' ? none : counts.get(row);
  useEffect(() => {
    if (known !== undefined) return;
    let isWanted = true;
    countWords(services.runner, ids, row).then(
      (words) => {
        counts.set(row, words);
        if (isWanted) setFound(words);
      },
      // The texts of the row say why they could not be read.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [services, ids, row, known]);
  return known ?? found;
}

const none: WordCounts = { added: 0, removed: 0 };

async function countWords(
  runner: Pick<Runner, 'compareTexts'>,
  ids: ComparedRuns,
  row: ComparedInstance,
): Promise<WordCounts> {
  const { prompt, output } = await runner.compareTexts(ids.first, ids.second, buildSides(row), false);
  return { added: prompt.added + output.added, removed: prompt.removed + output.removed };
}

function buildSides({ first, second }: ComparedInstance): TextSides {
  return { ...(first && { first: buildPlaces(first) }), ...(second && { second: buildPlaces(second) }) };
}

function buildPlaces({ promptHash, promptSeq, outputHash, outputSeq }: InstanceDigest): TextPlaces {
  return defined({ promptHash, promptSeq, outputHash, outputSeq });
}
