import { Toggle, type ToggleProps } from './toggle';

/** A choice that is made or not. */
export function Checkbox(props: Omit<ToggleProps, 'name'>) {
  return <Toggle kind="checkbox" {...props} />;
}
