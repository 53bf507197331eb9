import { defaultLimits } from '@/plan/limits';
import { useDocument } from '@/state/context';
import { Rows, Section } from './fields/section';
import { useSubject } from './fields/subject';
import { NumberField } from './fields/text-field';

/** Limits of a task, or of all tasks. `prompted`: there is a reply to be limited. */
export function LimitsSection({ prompted }: { readonly prompted: boolean }) {
  const isTask = useSubject().root.length > 0;
  const ofAll = useDocument(({ document }) => document.limits);
  const inherited = isTask ? { ...defaultLimits, ...ofAll } : defaultLimits;
  return (
    <Section title={isTask ? 'Limits' : 'Limits of every task'}>
      <Rows>
        <NumberField
          path={['limits', 'timeoutMs']}
          label="Time, ms"
          whole
          min={0}
          placeholder={String(inherited.timeoutMs)}
        />
        {prompted && (
          <NumberField
            path={['limits', 'maxOutputTokens']}
            label="Output tokens"
            whole
            min={1}
            placeholder={String(inherited.maxOutputTokens)}
          />
        )}
      </Rows>
    </Section>
  );
}
