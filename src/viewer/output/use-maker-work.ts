import { useEffect, useMemo, useState } from 'react';
import { type MakerWork, readMakerWork } from '@/plan/maker-work';
import type { CallRecord, Payload } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';

/** A call that a maker's tool performed, and the provider of the called model. */
export interface MakerCall {
  readonly key: string;
  readonly provider: string;
  readonly call: MakerWork['calls'][number];
}

/** What makers' tools did for these model calls, together. */
export interface AllMakerWork {
  readonly calls: readonly MakerCall[];
  /** Without duplicates. */
  readonly sources: MakerWork['sources'];
  readonly moreSources: number;
}

/**
 * Reads what makers' tools did for model calls, including results that are too long for the log. What cannot be read is
 * left out.
 */
export function useMakerWork(calls: readonly CallRecord[]): AllMakerWork {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const wanted = useMemo(() => calls.filter(({ reply }) => reply?.maker !== undefined), [calls]);
  const [read, setRead] = useState<ReadonlyMap<string, string>>(new Map());
  const refs = wanted.flatMap(({ reply }) => findRef(reply?.maker) ?? []).join(' ');

  useEffect(() => {
    if (executionId === undefined || refs === '') return;
    let isWanted = true;
    const texts = refs.split(' ').map(async (ref) => [ref, await services.runner.readBlob(executionId, ref)] as const);
    Promise.all(texts).then(
      (all) => isWanted && setRead(new Map(all.map(([ref, text = '']) => [ref, text]))),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [services, executionId, refs]);

  return useMemo(() => collectMakerWork(wanted, read), [wanted, read]);
}

/** The blob of a payload that the log has only in part. */
function findRef(payload: Payload | undefined): string | undefined {
  return payload !== undefined && payload.length > payload.text.length ? payload.ref : undefined;
}

function collectMakerWork(calls: readonly CallRecord[], read: ReadonlyMap<string, string>): AllMakerWork {
  const all = calls.flatMap(({ path, model = '', reply }) => {
    const ref = findRef(reply?.maker);
    const work = readMakerWork((ref === undefined ? reply?.maker?.text : read.get(ref)) ?? '');
    return work === undefined ? [] : [{ path, provider: model.slice(0, Math.max(0, model.indexOf(':'))), work }];
  });
  const sources = new Map(all.flatMap(({ work }) => work.sources.map((source) => [source.url, source] as const)));
  return {
    calls: all.flatMap(({ path, provider, work }) =>
      work.calls.map((call) => ({ key: `${path} ${call.id}`, provider, call })),
    ),
    sources: [...sources.values()],
    moreSources: all.reduce((sum, { work }) => sum + (work.moreSources ?? 0), 0),
  };
}
