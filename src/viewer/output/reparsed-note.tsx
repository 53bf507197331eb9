import type { Reparsed } from '@/run/run-state';
import { TextBlock } from '@/ui/text/text-block';
import { FoldedRow } from '../tool-call/folded-row';
import { usePayload } from '../use-payload';

/** The workflow that replaced a failed task, as text. Its tasks are listed among the parts. */
export function ReparsedNote({ reparsed }: { readonly reparsed: Reparsed }) {
  const { text } = usePayload(reparsed.workflow);
  const parts = reparsed.tasks === 1 ? '1 task' : `${reparsed.tasks} tasks`;
  return (
    <FoldedRow name={`Decomposed into ${parts} after ${reparsed.reason}`}>
      <TextBlock>{text}</TextBlock>
    </FoldedRow>
  );
}
