import { useStores } from '@/state/context';
import { notifyOutcome } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import type { Fix } from '@/workflow/diagnostic';
import { applyFix } from './apply-fix';

/** A button that applies the fix of a problem, if it has one. */
export function FixButton({ fix }: { readonly fix: Fix | undefined }) {
  const { document } = useStores();
  if (!fix) return null;
  const runFix = async (): Promise<void> => {
    const refusal = await applyFix(document, document, fix);
    notifyOutcome('fix', 'The fix was not made', refusal?.message);
  };
  return (
    <Button size="s" onClick={runFix}>
      {fix.title}
    </Button>
  );
}
