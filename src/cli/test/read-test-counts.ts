import { parsePrice } from '@/plan/parse-price';

/** The options of tests. */
export interface TestFlags {
  readonly only?: readonly string[] | undefined;
  readonly failed?: boolean | undefined;
  readonly changed?: boolean | undefined;
  readonly repeat?: string | undefined;
  readonly rows?: string | undefined;
  readonly first?: string | undefined;
  readonly anew?: readonly string[] | undefined;
  readonly 'max-age'?: string | undefined;
  readonly 'max-usd'?: string | undefined;
  readonly offline?: boolean | undefined;
  readonly 'allow-tools'?: boolean | undefined;
  readonly 'allow-scripts'?: boolean | undefined;
  readonly baseline?: string | undefined;
  readonly 'fail-below'?: readonly string[] | undefined;
  readonly 'fail-on'?: string | undefined;
  readonly junit?: string | undefined;
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  /** The folder for runs of cases that are not passed, and what is taken out of them. */
  readonly runs?: string | undefined;
  readonly redact?: string | undefined;
  readonly json?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly plan?: boolean | undefined;
  /** Whether what failed cases gave is expected from then on. */
  readonly accept?: boolean | undefined;
  readonly bail?: boolean | undefined;
  /** Empty: the last one that did not end. */
  readonly resume?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly jobs?: string | undefined;
  readonly 'unknown-price-usd'?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly protocol?: readonly string[] | undefined;
  /** Of `keep`: the id of the test, kinds of expectations, and the model that judges. */
  readonly as?: string | undefined;
  readonly expect?: string | undefined;
  readonly judge?: string | undefined;
}

/** What the options of tests give as numbers. */
export interface TestCounts {
  readonly repeat?: number;
  readonly first?: number;
  readonly jobs: number;
  readonly maxUsd?: number;
}

/** The figures that options give; a text: what is wrong with one. */
export function readTestCounts(flags: TestFlags): string | TestCounts {
  const figures: { repeat?: number; first?: number; jobs: number; maxUsd?: number } = { jobs: 4 };
  for (const name of ['repeat', 'first', 'jobs'] as const) {
    const given = flags[name];
    if (given === undefined) continue;
    if (!/^[1-9]\d{0,5}$/.test(given)) return `--${name} ${given}: a whole number from 1 is expected.`;
    figures[name] = Number(given);
  }
  const most = flags['max-usd'];
  if (most !== undefined && !(Number(most) >= 0)) return `--max-usd ${most}: a sum in USD is expected, such as 0.50.`;
  if (most !== undefined) figures.maxUsd = Number(most);
  const failOn = flags['fail-on'];
  if (failOn !== undefined && failOn !== 'any' && failOn !== 'regression')
    return `--fail-on ${failOn}: any or regression.`;
  if (failOn === 'regression' && flags.baseline === undefined) return '--fail-on regression needs --baseline FILE.';
  const price = flags['unknown-price-usd'];
  if (price !== undefined && parsePrice(price) === undefined)
    return `--unknown-price-usd ${price}: 5/25, or 5 for both.`;
  const below = flags['fail-below']?.find((one) => !/^[^=]+=\d*\.?\d+$/.test(one));
  if (below !== undefined) return `--fail-below ${below}: write it as METRIC=0.8; score is the mean of all.`;
  return figures;
}
