import { Toggle, type ToggleProps } from './toggle';

/** A switch, on or off. It takes effect at once. */
export function Switch(props: ToggleProps) {
  return <Toggle kind="switch" {...props} />;
}
