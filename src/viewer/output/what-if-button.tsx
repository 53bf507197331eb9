import GitFork from 'lucide-react/icons/git-fork';
import { useRun, useStores } from '@/state/context';
import { canWriteOtherwise } from '@/state/run-actions';
import { openDialog } from '@/state/view/screens';
import type { WhatIf } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import { useReadOnly } from '../use-read-only';

interface WhatIfButtonProps extends WhatIf {
  readonly label?: string;
}

/** Writes a part of the shown run otherwise, and continues from there; hidden while the run is running, or where it is
 * only read. */
export function WhatIfButton({ label = 'What if', ...subject }: WhatIfButtonProps) {
  const { view } = useStores();
  const isReadOnly = useReadOnly();
  const isPossible = useRun(canWriteOtherwise) && !isReadOnly;
  if (!isPossible) return null;
  return (
    <Button
      size="s"
      variant="ghost"
      icon={<GitFork />}
      onClick={() => openDialog(view, { name: 'what-if', subject: subject })}
    >
      {label}
    </Button>
  );
}
