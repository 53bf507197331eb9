import { useMemo, useState } from 'react';
import type { ModelOffer } from '@/plan/model-offer';
import { useDocument, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { Field } from '@/ui/form/field';
import { parseModelName } from '@/workflow/model-name';
import { FieldHelpButton } from '../../help/field-help-button';
import { FixButton } from '../../problems/fix-button';
import { listModelsOfDocument, listOfferedModels } from '../references/offered-models';
import type { FieldPath } from './field-path';
import { ModelKeyState } from './model-key-state';
import { ModelPicker } from './model-picker';
import { plainTextFormat } from './text-format';
import { useTextField } from './use-text-field';

interface ModelFieldProps {
  readonly path: FieldPath;
  readonly label?: string;
  /** The model that is used while the field is empty, or what is said then. */
  readonly placeholder: string;
}

const none: readonly ModelOffer[] = [];

/**
 * A model, as `provider:name`: chosen from a list with prices, or written. Beside the label is whether its provider has
 * a key.
 */
export function ModelField({ path, label = 'Model', placeholder }: ModelFieldProps) {
  const { services } = useStores();
  const { text, field, error, change } = useTextField(path, plainTextFormat);
  const defaultModel = useDocument(({ document }) => document.defaultModel);
  // The field works without what is known of models.
  const [times, setTimes] = useState(0);
  const { value: known = none } = useAsked([services, times], () => services.modelOffers());
  const wanted = field.isMixed ? '' : text || placeholder;
  const used = useMemo(() => findModelOffer(wanted, defaultModel, known), [wanted, defaultModel, known]);
  return (
    <Field
      label={label}
      help={
        <>
          <FieldHelpButton path={path} label={label} />
          {used && <ModelKeyState offer={used} />}
        </>
      }
      error={error}
    >
      <ModelPicker
        name={field.name}
        text={text}
        placeholder={field.isMixed ? 'Mixed' : placeholder}
        known={known}
        used={used}
        onBegin={field.begin}
        // A key may have come since.
        onOpen={() => setTimes(times + 1)}
        onChange={change}
      />
      <FixButton fix={field.problem?.fix} />
    </Field>
  );
}

/** What is known of a model; undefined: it is in no list. */
function findModelOffer(
  text: string,
  defaultModel: string | undefined,
  known: readonly ModelOffer[],
): ModelOffer | undefined {
  const providers = known.map(({ name }) => name.slice(0, name.indexOf(':')));
  const { provider, model } = parseModelName(text.trim(), defaultModel, providers);
  return known.find(({ name }) => name === `${provider}:${model}`);
}

/**
 * Names for fields of several models. Call `ask` when a person is about to type: before that nothing is suggested,
 * because finding the workflow's models goes through all tasks.
 */
export function useOfferedModels() {
  const { document, services } = useStores();
  const [own, setOwn] = useState<readonly string[]>([]);
  const [known, setKnown] = useState<readonly ModelOffer[]>([]);
  const askModels = () => {
    setOwn(listModelsOfDocument(document.getState().document));
    // The field works without these suggestions.
    void services.modelOffers().then(setKnown, () => undefined);
  };
  return {
    offered: (typed: string) => listOfferedModels(own, known, typed).map(({ name }) => name),
    ask: askModels,
  };
}
