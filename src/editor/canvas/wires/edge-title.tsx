import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import type { Point } from '@/workflow/document';
import { listReadingsBetween } from '@/workflow/graph/readings';
import { Carried } from './carried';
import { formatEdgeSentence } from './edge-sentence';

interface EdgeTitleProps {
  readonly from: string;
  readonly to: string;
  readonly port: string | undefined;
  /** Whether the target depends on the source itself. */
  readonly waits: boolean;
  readonly middle: Point;
}

/** What an edge is, shown at the pointer: what the target reads and where, and that it waits; and what it carried. */
export function EdgeTitle(edge: EdgeTitleProps) {
  const { from, to, port, middle } = edge;
  const document = useDocument((state) => state.document);
  const all = useMemo(() => listReadingsBetween(document, from, to), [document, from, to]);
  const readings = port === undefined ? all : all.filter((reading) => reading.port === port);
  return (
    <>
      <title>{formatEdgeSentence(document, edge, all)}</title>
      <Carried from={from} readings={readings} middle={middle} />
    </>
  );
}
