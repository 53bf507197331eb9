import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { formatDay } from '@/base/format-day';
import { notifyOutcome } from '@/ui/attempt';
import { PageBar } from '@/ui/display/page-bar';
import { Button } from '@/ui/form/button';
import { useApp } from '../app-context';
import type { MakeChange } from '../dialogs/use-reloaded';
import styles from './models-screen.module.css';
import type { ModelsData } from './use-models-data';

interface ModelsBarProps {
  readonly data: ModelsData;
  readonly change: MakeChange;
  /** Name of the screen that the back button leads to. */
  readonly back: string;
  readonly onBack: () => void;
}

/** The back button, and how old the prices are. */
export function ModelsBar({ data, change, back, onBack }: ModelsBarProps) {
  const { models } = useApp();
  const [busy, setBusy] = useState(false);
  const make = async (action: () => Promise<void>, failedTitle: string) => {
    setBusy(true);
    const failed = await change(action);
    setBusy(false);
    notifyOutcome('prices', failedTitle, failed);
  };
  const { asOf, isRefreshed } = data.prices;
  return (
    <PageBar
      back={back}
      onBack={onBack}
      title="Models"
      actions={
        <>
          <span role="status" className={styles.prices}>
            Prices of {formatDay(asOf)}
          </span>
          <Button
            variant="ghost"
            size="s"
            icon={<RefreshCw />}
            disabled={busy}
            onClick={() => void make(models.refresh, 'The prices were not refreshed. The earlier ones stay in use.')}
          >
            Refresh
          </Button>
          {isRefreshed && (
            <Button
              variant="ghost"
              size="s"
              disabled={busy}
              onClick={() => void make(models.backToShipped, 'The shipped prices were not restored.')}
            >
              Back to shipped
            </Button>
          )}
        </>
      }
    />
  );
}
