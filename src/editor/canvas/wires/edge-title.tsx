import { useDocument } from '@/state/context';
import { listReadingsBetween } from '@/workflow/graph/readings';
import { formatEdgeSentence } from './edge-sentence';

interface EdgeTitleProps {
  readonly from: string;
  readonly to: string;
  readonly port: string | undefined;
  /** Whether the target depends on the source itself. */
  readonly waits: boolean;
}

/** What an edge is, shown at the pointer: what the target reads and where, and that it waits. */
export function EdgeTitle(edge: EdgeTitleProps) {
  const { from, to } = edge;
  const sentence = useDocument(({ document }) => formatEdgeSentence(edge, listReadingsBetween(document, from, to)));
  return <title>{sentence}</title>;
}
