import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import KeyRound from 'lucide-react/icons/key-round';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { formatCount } from '@/base/figures';
import { listFirstSteps } from '@/formats/foreign/first-steps';
import type { ImportReport } from '@/formats/foreign/import-report';
import { formatRealRun } from '@/plan/estimate/real-run';
import { useStores } from '@/state/context';
import type { ProviderCheck } from '@/state/services';
import { useAsked } from '@/state/use-asked';
import { openDialog, openModels } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { NextStep } from '../dialogs/next-step';
import styles from './import-report.module.css';

interface EndProps {
  readonly report: ImportReport;
  /** How the dry run went, and what a real run would take; a text: why it is not known. Undefined: it goes on. */
  readonly dryRun: ImportReport['dryRun'] | string;
  readonly realRun: ImportReport['realRun'] | string;
  /** Opens the workflow. */
  readonly open: () => Promise<void>;
}

/** The keys that a real run needs: those of the providers, and those that were taken out of the file. */
export function ReportKeys({ report, realRun, open }: Pick<EndProps, 'report' | 'realRun' | 'open'>) {
  const { services, view } = useStores();
  const models = typeof realRun === 'object' ? realRun.models : noModels;
  const { value: providers = [] } = useAsked([services, models], () =>
    services.checkProviders(
      models.map((name) => ({ provider: name.replace(/:.*/, ''), model: name.replace(/^[^:]*:/, '') })),
      false,
    ),
  );
  const secrets = listFirstSteps(report).filter(({ isSecret }) => isSecret);
  const showAfter = (show: () => void) => async () => {
    await open();
    show();
  };
  return (
    <section aria-label="Keys">
      <h3>
        {secrets.length === 0 ? 'No key was found' : `${formatCount(secrets.length, 'key')} taken out, none kept`}
      </h3>
      <ul className={styles.told}>
        {providers
          .filter(({ key }) => key !== 'not_needed')
          .map((one) => (
            <Told
              key={one.id}
              mark={one.key === 'there' ? 'exact' : undefined}
              icon={one.key === 'there' ? 'ok' : 'key'}
            >
              {one.label}: {keyWords[one.key]}{' '}
              {one.key !== 'there' && (
                <Button size="s" onClick={showAfter(() => openModels(view, one.id))}>
                  Add a key
                </Button>
              )}
            </Told>
          ))}
        {secrets.slice(0, most).map(({ about }) => (
          <Told key={about} icon="key">
            {about}{' '}
            <Button size="s" onClick={showAfter(() => openDialog(view, { name: 'settings' }))}>
              Give its value
            </Button>
          </Told>
        ))}
      </ul>
      <More count={secrets.length - most} />
    </section>
  );
}

const noModels: readonly string[] = [];
const keyWords: Readonly<Record<ProviderCheck['key'], string>> = {
  there: 'your key is used',
  missing: 'no key yet',
  locked: 'its key is locked',
  not_needed: '',
};

/** How the dry run went, and what a real run would take. */
export function ReportRuns({ dryRun, realRun }: Pick<EndProps, 'dryRun' | 'realRun'>) {
  const isOver = typeof dryRun === 'object';
  const isKnown = typeof realRun === 'object' && realRun.unpriced.length === 0 && !realRun.isCut;
  return (
    <section aria-label="Dry run" aria-live="polite">
      <h3>{isOver ? 'Dry run done' : 'Dry run'}</h3>
      {!isOver && <p>{dryRun ?? 'It runs on a simulated model now. Nothing is sent.'}</p>}
      <ul className={styles.told}>
        {isOver && (
          <Told mark={dryRun.failed === 0 ? 'exact' : 'dropped'} icon={dryRun.failed === 0 ? 'ok' : 'alert'}>
            {formatCount(dryRun.ran, 'task')} ran, {dryRun.skipped} skipped, {dryRun.failed} failed. Nothing was sent.
          </Told>
        )}
        {isOver &&
          dryRun.problems.map((problem) => (
            <Told key={problem} mark="adapted" icon="alert">
              {problem}
            </Told>
          ))}
        {typeof realRun === 'object' && (
          <Told mark={isKnown ? 'exact' : 'adapted'} icon={isKnown ? 'ok' : 'alert'}>
            {formatRealRun(realRun)}
            {realRun.models.length > 0 && ` Not counted: ${realRun.uncounted.join('; ')}.`}
          </Told>
        )}
        {typeof realRun === 'string' && (
          <Told mark="adapted" icon="alert">
            What a real run would take is not known. {realRun}
          </Told>
        )}
      </ul>
    </section>
  );
}

interface FirstStepsProps extends Pick<EndProps, 'report' | 'open'> {
  /** What stands below. */
  readonly children?: ReactNode;
}

/** What a person does before the first real run, beside giving keys. */
export function FirstSteps({ report, open, children }: FirstStepsProps) {
  const all = listFirstSteps(report);
  const steps = all.filter(({ isSecret }) => !isSecret);
  const secrets = all.length - steps.length;
  return (
    <section aria-label="Before the first real run">
      <h3>Before the first real run</h3>
      {all.length === 0 && <p>Nothing is left to do.</p>}
      <ul className={styles.told}>
        {secrets > 0 && <Told icon="open">Give {formatCount(secrets, 'key')} that the file does not bring along</Told>}
        {steps.slice(0, most).map(({ about, todo }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two nodes may have one name, and the list does not change
          <Told key={index} icon="open">
            {about} <NextStep todo={todo} open={open} />
          </Told>
        ))}
      </ul>
      <More count={steps.length - most} />
      {children}
    </section>
  );
}

/** The most entries of a list: the lines of the report have them all. */
const most = 50;

const More = ({ count }: { readonly count: number }) =>
  count > 0 ? <p>And {count.toLocaleString('en')} more: see the lines.</p> : null;

const icons = { ok: CircleCheck, alert: TriangleAlert, key: KeyRound, open: Circle } as const;

interface ToldProps {
  readonly icon: keyof typeof icons;
  readonly mark?: 'exact' | 'adapted' | 'dropped' | undefined;
  readonly children: ReactNode;
}

function Told({ icon, mark, children }: ToldProps) {
  const Icon = icons[icon];
  return (
    <li data-mark={mark}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
