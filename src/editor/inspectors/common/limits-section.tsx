import { Fold, Section } from '../fields/section';
import { useField } from '../fields/use-field';
import { PresetField } from '../settings/preset-field';
import { LimitFields } from './limit-fields';
import type { LimitKey } from './limit-rows';
import { MoreLimits } from './more-limits';

/** Limits of every task of the workflow. `first` are those that matter most; the others are folded. */
export function LimitsSection({ first }: { readonly first: readonly LimitKey[] }) {
  const { value } = useField(['limits']);
  const own = Object.keys(value ?? {}).filter((key) => !first.some((one) => one === key)).length;
  return (
    <>
      <Section title="Limits of every task">
        <PresetField />
        <LimitFields keys={first} />
      </Section>
      <Fold title="More limits" state={own === 0 ? 'default' : own}>
        <MoreLimits first={first} />
      </Fold>
    </>
  );
}
