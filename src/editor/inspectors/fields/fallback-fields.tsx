import type { Agent } from '@/workflow/tasks/common';
import { SwitchField } from './choice-field';
import type { FieldPath } from './field-path';
import { useOfferedModels } from './model-field';
import { NamesField } from './names-field';
import { useField } from './use-field';

type Fallbacks = Pick<Agent, 'fallbackModels' | 'fallbackOnRefusal'>;

interface FallbackFieldsProps {
  /** The path of the agent that has them; undefined: the subject has them. */
  readonly path?: FieldPath;
  /** The fallbacks that apply while none are written here, the nearest first. */
  readonly inherited?: readonly (Fallbacks | undefined)[];
}

/** The models that are tried in order when the one before is unavailable, and whether a refusal counts as that. */
export function FallbackFields({ path, inherited = [] }: FallbackFieldsProps) {
  const { offered, ask } = useOfferedModels();
  const models: FieldPath = path === undefined ? ['fallbackModels'] : [...path, 'fallbackModels'];
  const onRefusal: FieldPath = path === undefined ? ['fallbackOnRefusal'] : [...path, 'fallbackOnRefusal'];
  const { value: own } = useField(models);
  const held = findNearestValue(inherited, 'fallbackModels') ?? [];
  const listed = Array.isArray(own) ? own : held;
  return (
    <>
      <NamesField
        path={models}
        label="Fallback models"
        hint="Tried in order when the model is overloaded, limited, gone or unreachable"
        placeholder={held.length === 0 ? 'None' : held.join(', ')}
        candidates={offered}
        onFocus={ask}
      />
      {listed.length > 0 && (
        <SwitchField
          path={onRefusal}
          label="Fall back when the content is refused, too"
          byDefault={findNearestValue(inherited, 'fallbackOnRefusal') ?? false}
        />
      )}
    </>
  );
}

function findNearestValue<K extends keyof Fallbacks>(
  inherited: readonly (Fallbacks | undefined)[],
  key: K,
): Fallbacks[K] {
  return inherited.find((one) => one?.[key] !== undefined)?.[key];
}
