import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatCost, formatTokens } from '@/base/figures';
import { type BudgetCheck, checkBudgets } from '@/plan/estimate/budget-check';
import { formatCostRange } from '@/plan/estimate/range-text';
import type { Planned } from '@/plan/planned';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { updateSettings } from '@/workflow/commands/update-settings';
import styles from './plan-budget.module.css';
import checks from './plan-checks.module.css';
import { RangeBar } from './range-bar';

/** The budget of a run, set here and compared with what the run may cost. */
export function PlanBudget({ planned }: { readonly planned: Extract<Planned, { ok: true }> }) {
  const { costUsd, unpriced, isCut } = planned.estimate;
  const budget = useDocument(({ document }) => document.limits?.maxTotalCostUsd);
  const found = checkBudgets(planned.plan, planned.estimate);
  const setBudget = useSetBudget();
  // Rounded up to a cent: a budget of exactly the most would show as less than it.
  const enough = Math.ceil(costUsd.high * 100) / 100;
  const isWanted = budget !== undefined && budget > 0;
  /** Each figure stands on the side of the bar that it is on: a budget over the most is at the right end. */
  const isOver = isWanted && budget > costUsd.high;
  return (
    <section className={checks.section} aria-label="Budget of a run">
      <h2>Budget of a run</h2>
      <BudgetField key={budget ?? 'none'} budget={budget} onSet={setBudget} />
      {costUsd.high > 0 && (
        <div className={styles.range}>
          <RangeBar range={costUsd} most={Math.max(costUsd.high, budget ?? 0)} mark={isWanted ? budget : undefined} />
          <p>
            {isOver ? <span>{formatCostRange(costUsd)}</span> : <span>{formatCost(costUsd.low)}</span>}
            {isWanted && <span className={styles.budget}>budget {formatCost(budget)}</span>}
            {!isOver && <span>{formatCost(costUsd.high)}</span>}
          </p>
        </div>
      )}
      {found.map((check) => (
        <Compared key={check.resource} check={check} />
      ))}
      {enough > 0 && unpriced.length === 0 && !isCut && (
        <div className={styles.buttons}>
          {budget !== enough && (
            <Button size="s" onClick={() => void setBudget(enough)}>
              {formatCost(enough)}, the most it can cost
            </Button>
          )}
          {isWanted && (
            <Button size="s" variant="ghost" onClick={() => void setBudget(undefined)}>
              No budget
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface BudgetFieldProps {
  readonly budget: number | undefined;
  readonly onSet: (usd: number | undefined) => Promise<string | undefined>;
}

function BudgetField({ budget, onSet }: BudgetFieldProps) {
  const [text, setText] = useState(budget === undefined ? '' : String(budget));
  const [error, setError] = useState<string>();
  const submitBudget = async () => {
    const written = text.trim().replace(/^\$/, '');
    const usd = written === '' ? undefined : Number(written);
    if (usd !== undefined && !(usd > 0)) return setError('An amount in US dollars, such as 0.50.');
    if (usd === budget) return setError(undefined);
    setError(await onSet(usd));
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submitBudget();
      }}
    >
      <Field label="Budget, $" error={error} hint="A run pauses and asks when it is reached.">
        <TextInput
          className={styles.field}
          inputMode="decimal"
          placeholder="None"
          value={text}
          onChange={setText}
          onBlur={() => void submitBudget()}
        />
      </Field>
    </form>
  );
}

function useSetBudget(): (usd: number | undefined) => Promise<string | undefined> {
  const { document } = useStores();
  return async (usd) => {
    const { actions } = document;
    const set: Parameters<typeof actions.dispatch>[0] = (before) =>
      updateSettings(before, { patch: { limits: { ...before.limits, maxTotalCostUsd: usd } } });
    const made = await actions.dispatch(set, 'Set the budget');
    return made.ok ? undefined : made.error.message;
  };
}

function Compared({ check }: { readonly check: BudgetCheck }) {
  const { resource, limit, range, verdict, first } = check;
  const isKnown = verdict === 'covers';
  const isOver = range.high > limit;
  const format = resource === 'cost' ? formatCost : formatTokens;
  if (verdict === 'too_small') {
    return (
      <div className={checks.check} data-tone="failed" role="alert">
        <CircleAlert aria-hidden="true" />
        <div>
          <b>This budget ends before its first call</b>
          <p>
            {first?.label} may take up to {format(first?.needed ?? 0)}; the budget is {format(limit)}. Set at least
            that, or none.
          </p>
        </div>
      </div>
    );
  }
  return (
    <div className={checks.check} data-tone={isKnown ? 'ok' : undefined}>
      {isKnown ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div>
        <b>
          {isKnown
            ? 'The budget covers the worst case'
            : isOver
              ? 'The worst case is over the budget'
              : 'The worst case is not known'}
        </b>
        <p>
          {format(limit)} of at most {format(range.high)}
          {isKnown || isOver ? '.' : ', and of calls of functions that are not counted.'}
          {!isKnown && ' The run would pause and ask for more.'}
        </p>
      </div>
    </div>
  );
}
