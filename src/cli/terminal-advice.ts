import type { Failure } from '@/base/errors';
import { formatBaseUrlVariable, formatKeyVariable, formatLimitsVariable } from './run/env-variables';

type Told = Pick<Failure, 'advice' | 'details'>;

/**
 * What stands in an advice for the page, and what a person does in a terminal instead. Advice is recorded with the
 * error, also by a page, so it is translated where it is shown.
 */
const translations: readonly (readonly [RegExp, (provider: string, found: RegExpExecArray) => string])[] = [
  [/Open Models and give a valid key for .+\./, (id) => `Set ${formatKeyVariable(id)} to a valid key.`],
  [/Enter or unlock the key in Models\./, (id) => `Set ${formatKeyVariable(id)} in the environment.`],
  [
    /Check in Models that the key for .+ may use (.+)\./,
    (id, [, use]) => `Check that ${formatKeyVariable(id)} may use ${use}.`,
  ],
  [/base URL in Models \(/, (id) => `base URL in ${formatBaseUrlVariable(id)} (`],
  [/address( of .+)? in Models\./, (id, [, of = '']) => `address${of} in ${formatBaseUrlVariable(id)}.`],
  [
    /its protocol in Models, or the proxy between it and this page/,
    () => 'its protocol (--protocol), or the proxy before it',
  ],
  [/Add it in Models,/, (id) => `Make it known by --provider ${id} and ${formatBaseUrlVariable(id)},`],
  [
    /the limits of .+ in Models/,
    (id) => (id === '' ? 'the limits of its provider (…_LIMITS)' : formatLimitsVariable(id)),
  ],
  [/Say in Models what it costs, give --unknown-price-usd,/, () => 'Give --unknown-price-usd,'],
  [/Enter it in Settings, under Secrets; headless in (\S+)\./, (_id, [, name]) => `Set ${name} in the environment.`],
  [
    /Sign in at the tool, in the settings of the workflow; the run then resumes\./,
    () => 'Give the tool a header with a token, as {{secrets.NAME}}, and set HEDDLE_SECRET_NAME.',
  ],
];

/** The advice of an error for a person at a terminal: it names variables and options, never the page. */
export function formatTerminalAdvice({ advice, details }: Told): string | undefined {
  if (advice === undefined) return undefined;
  const { provider } = details ?? {};
  const id = typeof provider === 'string' ? provider : '';
  for (const [form, write] of translations) {
    const found = form.exec(advice);
    if (found === null) continue;
    return `${advice.slice(0, found.index)}${write(id, found)}${advice.slice(found.index + found[0].length)}`;
  }
  return advice;
}
