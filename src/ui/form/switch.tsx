import { Toggle, type ToggleProps } from './toggle';

/** On or off, at once. */
export function Switch(props: ToggleProps) {
  return <Toggle kind="switch" {...props} />;
}
