import { Toggle, type ToggleProps } from './toggle';

/** A checkbox. */
export function Checkbox(props: Omit<ToggleProps, 'name'>) {
  return <Toggle kind="checkbox" {...props} />;
}
