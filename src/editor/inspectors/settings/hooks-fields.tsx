import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { DocumentSettings } from '@/workflow/document';
import { ChoiceField } from '../fields/choice-field';
import { cleanupStrategies, isCounting } from '../fields/cleanup-field';
import { ExpressionField } from '../fields/expression-field';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { Rows } from '../fields/section';
import { NumberField } from '../fields/text-field';
import { useField } from '../fields/use-field';

const path: FieldPath = ['hooks', 'postTask'];

/** What happens between tasks: old outputs are removed from context, and the run is saved. */
export function HooksFields({ hooks }: { readonly hooks: DocumentSettings['hooks'] }) {
  const { name, set, begin } = useField(path);
  const all = hooks?.postTask ?? [];
  const changeHooks = (next: typeof all): void => {
    begin();
    void set(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset name={name} className={`${fields.section} ${fields.plain}`} aria-label="After tasks">
      <div className={fields.caption}>
        Remove old outputs from context, then save the run
        <Button
          size="s"
          variant="ghost"
          icon={<Plus />}
          onClick={() => changeHooks([...all, { checkpointAndPrune: { every: 10 } }])}
        >
          Add a hook
        </Button>
      </div>
      {all.map((hook, index) => {
        const at: FieldPath = [...path, String(index), 'checkpointAndPrune'];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: hooks have no identity beyond their place
          <div key={index} className={fields.item}>
            <Rows>
              <NumberField path={[...at, 'every']} label="Every … tasks" whole min={1} placeholder="1" />
              <ChoiceField path={[...at, 'strategy']} label="Stay" options={cleanupStrategies} unset="As the limits" />
              {isCounting(hook.checkpointAndPrune?.strategy) && (
                <NumberField path={[...at, 'keepCount']} label="How many" whole min={0} placeholder="20" />
              )}
              {hook.checkpointAndPrune?.strategy === 'custom' && (
                <ExpressionField path={[...at, 'keep']} label="Stays if" />
              )}
            </Rows>
            <div>
              <IconButton
                label={`Remove hook ${index + 1}`}
                icon={<X />}
                onClick={() => changeHooks(all.filter((_one, other) => other !== index))}
              />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
