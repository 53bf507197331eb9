import { Fold } from '../fields/section';
import { JsonField } from '../fields/text-field';
import { useField } from '../fields/use-field';

/** Keys that begin with `x-`. Heddle stores them and does not read them. */
export function ExtensionsFold() {
  const { value } = useField(['extensions']);
  if (typeof value !== 'object' || value === null) return null;
  return (
    <Fold title="Keys of your own" state={Object.keys(value).length}>
      <JsonField object path={['extensions']} label="x- keys, as JSON" />
    </Fold>
  );
}
