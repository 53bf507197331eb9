import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { listPlanModels } from '@/plan/models-of-plan';
import type { Plan } from '@/plan/plan';
import { useStores, useView } from '@/state/context';
import type { ProviderCheck } from '@/state/services';
import { openModels } from '@/state/view/screens';
import { useAttempt } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import styles from './plan-checks.module.css';

/** Whether the providers of a run have keys, answer, and know its models. They are asked only at the person's wish. */
export function ProviderChecks({ plan }: { readonly plan: Plan }) {
  const { services, view } = useStores();
  const at = useView((state) => state.preferences.runsAt?.name);
  const models = useMemo(() => listPlanModels(plan), [plan]);
  const [checks, setChecks] = useState<readonly ProviderCheck[]>([]);
  const { busy, start } = useAttempt();
  const check = useCallback(
    async (isAsked: boolean) => setChecks(await services.checkProviders(models, isAsked)),
    [services, models],
  );
  useEffect(() => {
    // Without them the plan is whole.
    check(false).catch(() => undefined);
  }, [check]);
  if (checks.length === 0) return null;
  if (at !== undefined) {
    return (
      <section className={styles.section} aria-label="Providers">
        <h2>Providers</h2>
        <p className={styles.check}>The run uses those of {at}, with its keys.</p>
      </section>
    );
  }
  return (
    <section className={styles.section} aria-label="Providers">
      <h2>
        Providers
        <Button size="s" disabled={busy} onClick={() => void start(() => check(true))}>
          {busy ? 'Asking…' : 'Ask them'}
        </Button>
      </h2>
      {checks.map((one) => {
        const { isReady, isOpen, words, advice } = describeCheck(one);
        return (
          <div key={one.id} className={styles.check} data-tone={isReady ? 'ok' : undefined}>
            {isReady ? (
              <CircleCheck aria-hidden="true" />
            ) : isOpen ? (
              <CircleDashed aria-hidden="true" />
            ) : (
              <TriangleAlert aria-hidden="true" />
            )}
            <div>
              <b>
                {one.label}: {words}
              </b>
              {advice && <p>{advice}</p>}
              {!isReady && !isOpen && (
                <Button variant="ghost" size="s" className={styles.show} onClick={() => openModels(view)}>
                  Open Models
                </Button>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}

interface CheckWords {
  readonly isReady: boolean;
  /** Whether it was not asked yet. */
  readonly isOpen: boolean;
  readonly words: string;
  readonly advice?: string;
}

function describeCheck({ key, answer, unknown }: ProviderCheck): CheckWords {
  const problem = (words: string, advice: string) => ({ isReady: false, isOpen: false, words, advice });
  if (key === 'missing') return problem('no key', 'The run waits at its first call until you enter one.');
  if (key === 'locked') return problem('its key is locked', 'The run waits at its first call until you unlock it.');
  if (typeof answer === 'object') return problem('did not answer', answer.failed);
  if (unknown.length > 0) {
    const names = unknown.join(', ');
    return problem(`does not list ${names}`, 'Nothing is known of it here either. Check how its name is spelt.');
  }
  if (answer === 'answered') return { isReady: true, isOpen: false, words: 'answers' };
  const advice = 'Asking for its list of models costs nothing.';
  return {
    isReady: false,
    isOpen: true,
    words: key === 'there' ? 'has a key, not asked yet' : 'not asked yet',
    advice,
  };
}
