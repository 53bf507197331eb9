import FlaskConical from 'lucide-react/icons/flask-conical';
import Layers from 'lucide-react/icons/layers';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import UserRoundPen from 'lucide-react/icons/user-round-pen';
import { Fragment } from 'react';
import { formatDay } from '@/base/format-day';
import type { DescribedFact } from '@/providers/catalogue/catalogue';
import type { LearnedEntry } from '@/providers/catalogue/learned-facts';
import { useAsked } from '@/state/use-asked';
import frame from '@/ui/display/panel.module.css';
import { useApp } from '../../app-context';
import { buildFactLines } from '../forms/fact-lines';
import type { ModelsContext } from '../models-context';
import { useForget } from '../use-forget';
import styles from './side-panel.module.css';

type Source = DescribedFact['from'];

const sources: { readonly [K in Source]: { readonly Icon: typeof Layers; readonly word: string } } = {
  shipped: { Icon: Layers, word: 'shipped' },
  refreshed: { Icon: RefreshCw, word: 'refreshed' },
  learned: { Icon: FlaskConical, word: 'learned' },
  yours: { Icon: UserRoundPen, word: 'yours,' },
};

/** Every fact of a model with its source. What was learned can be undone. */
export function KnownSection({ model, data, provider, change }: ModelsContext & { readonly model: string }) {
  const facts = useDescribed(provider.id, model, data);
  const forget = useForget(change);
  const learned = data.learned.filter(
    (entry) => entry.provider === provider.id && entry.address === provider.baseUrl && entry.model === model,
  );
  if (facts === undefined) return null;
  return (
    <section className={frame.section}>
      <h3>
        What is known <span>where from</span>
      </h3>
      <dl className={styles.facts}>
        {buildFactLines(facts, learned).map(({ name, value, from, date }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd>{from !== undefined && <Where from={from} date={date} />}</dd>
          </Fragment>
        ))}
        {learned.map((entry) => (
          <Fragment key={entry.parameter}>
            <dt title={entry.said}>{entry.parameter}</dt>
            <dd>
              <span title={entry.said}>{formatTaught(entry)}</span>{' '}
              <button
                type="button"
                className={styles.link}
                aria-label={`Undo ${entry.parameter}`}
                onClick={() => void forget(entry)}
              >
                Undo
              </button>
            </dd>
            <dd>
              <Where from="learned" date={entry.date} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function formatTaught({ instead }: LearnedEntry): string {
  return instead === 'left out' ? 'Refused' : `${instead.slice(0, 1).toUpperCase()}${instead.slice(1)}`;
}

function Where({ from, date }: { readonly from: Source; readonly date: string }) {
  const { Icon, word } = sources[from];
  return (
    <span className={styles.source} data-from={from}>
      <Icon aria-hidden="true" />
      {from === 'shipped' ? word : `${word} ${formatDay(date, false)}`}
    </span>
  );
}

/** Undefined until they are read. */
function useDescribed(
  provider: string,
  model: string,
  data: ModelsContext['data'],
): readonly DescribedFact[] | undefined {
  const { models } = useApp();
  const { value, failure } = useAsked([models, provider, model, data], () => models.describe({ provider, model }));
  return failure === undefined ? value : [];
}
