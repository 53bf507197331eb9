import { ValueField } from './value-field';

/** The items of a map or a reduce: a list, a reference to one, or the inputs. */
export function ItemsField() {
  return (
    <ValueField
      path={['items']}
      label="Items"
      kinds={['json', 'from']}
      labels={{ json: 'A list, as JSON', from: 'Read from' }}
      unset="The inputs"
      placeholder={'["one", "two"]'}
    />
  );
}
