import type { ModelRequest } from '@/engine/ports';
import type { ProviderConfig } from '../provider-config';

/** Which context windows a person set, of which providers. */
export type SetWindows = readonly Pick<ProviderConfig, 'id' | 'windows'>[];

/** The window that was set for a model or, as `*`, for all of its provider, in tokens; undefined: none was. */
export function windowSetFor(providers: SetWindows, { provider, model }: ModelRequest['model']): number | undefined {
  const windows = providers.find(({ id }) => id === provider)?.windows ?? {};
  const name = [model, '*'].find((each) => Object.hasOwn(windows, each));
  return name === undefined ? undefined : windows[name];
}
