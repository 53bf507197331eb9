import { useDocument } from '@/state/context';
import type { Limits } from '@/workflow/tasks/common';
import { Rows } from '../fields/section';
import { useSubject } from '../fields/subject';
import { NumberField } from '../fields/text-field';
import { type LimitKey, limitRows } from './limit-rows';

/** Numeric limits, in rows. */
export function LimitFields({ keys }: { readonly keys: readonly LimitKey[] }) {
  const isTask = useSubject().taskPath !== undefined;
  const ofAll = useDocument(({ document }) => document.limits);
  const inherited: Limits = isTask ? (ofAll ?? {}) : {};
  return (
    <Rows>
      {keys.map((key) => {
        const { label, min = 0, max, fraction = false, usual, hint } = limitRows[key];
        return (
          <NumberField
            key={key}
            path={['limits', key]}
            label={label}
            min={min}
            max={max}
            whole={!fraction}
            hint={hint === undefined || inherited[key] !== undefined ? undefined : hint}
            placeholder={String(inherited[key] ?? usual)}
          />
        );
      })}
    </Rows>
  );
}
