import Wallet from 'lucide-react/icons/wallet';
import { useState } from 'react';
import { defined } from '@/base/defined';
import { formatCost, formatTokens } from '@/base/figures';
import { useDocument, useRun, useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { notifyOutcome } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { Popover } from '@/ui/overlay/popover';
import { setSettings } from '@/workflow/commands/set-fields';
import type { Limits } from '@/workflow/tasks/common';
import styles from './top-bar.module.css';

/** What each run may cost; in a run, how much of it is used. A press sets it. */
export function BudgetControl() {
  const limits = useDocument(({ document }) => document.limits);
  const used = useRun((state) => (isRunning(state) ? state.present.totals.costUsd : undefined));
  const { maxTotalCostUsd: most = 0, maxTotalTokens: tokens = 0 } = limits ?? {};
  const shown =
    most > 0 ? (
      used === undefined ? (
        <>
          Budget <strong>{formatCost(most)}</strong>
        </>
      ) : (
        <>
          <strong>{formatCost(used)}</strong> of {formatCost(most)}
        </>
      )
    ) : tokens > 0 ? (
      <>
        Budget <strong>{formatTokens(tokens)}</strong>
      </>
    ) : (
      'No budget'
    );
  return (
    <Popover
      label="Budget of a run"
      trigger={
        <Button className={styles.budget} icon={<Wallet />} title="What each run may cost">
          <span>{shown}</span>
        </Button>
      }
    >
      {(close) => <BudgetForm limits={limits} isInRun={used !== undefined} onDone={close} />}
    </Popover>
  );
}

interface BudgetFormProps {
  readonly limits: Limits | undefined;
  readonly isInRun: boolean;
  readonly onDone: () => void;
}

function BudgetForm({ limits, isInRun, onDone }: BudgetFormProps) {
  const { document } = useStores();
  const { maxTotalCostUsd: most = 0, maxTotalTokens: tokens = 0 } = limits ?? {};
  const [text, setText] = useState(most > 0 ? String(most) : '');
  const [isTried, setTried] = useState(false);
  const amount = Number(text.trim().replace(/^\$\s*/, ''));
  const isFit = text.trim() !== '' && Number.isFinite(amount) && amount > 0;

  const setBudget = async (maxTotalCostUsd: number | undefined) => {
    const made = await document.actions.dispatch((current) => {
      const { maxTotalCostUsd: _, ...others } = current.limits ?? {};
      const next = { ...others, ...defined({ maxTotalCostUsd }) };
      return setSettings(current, { limits: Object.keys(next).length === 0 ? undefined : next });
    }, 'Set the budget');
    if (made.ok) onDone();
    notifyOutcome('budget', 'The budget was not set.', made.ok ? undefined : made.error.message);
  };

  return (
    <form
      className={styles.budgetForm}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isFit) void setBudget(amount);
      }}
    >
      <Field
        label="Budget of each run, $"
        hint={isInRun ? 'This run keeps the budget it began with.' : 'A run pauses and asks when it is reached.'}
        error={isTried && !isFit ? 'Enter an amount above 0.' : undefined}
      >
        <TextInput inputMode="decimal" placeholder="2.00" value={text} onChange={setText} />
      </Field>
      {tokens > 0 && <p className={styles.budgetNote}>Beside it holds the budget of {formatTokens(tokens)}.</p>}
      <div className={styles.group}>
        <Button variant="primary" type="submit">
          Set the budget
        </Button>
        {most > 0 && <Button onClick={() => void setBudget(undefined)}>No budget</Button>}
      </div>
    </form>
  );
}
