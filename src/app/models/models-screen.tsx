import { useEffect, useMemo, useRef, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { chooseProvider, openScreen } from '@/state/view/screens';
import { useEscape } from '@/ui/overlay/use-escape';
import { ModelsBar } from './models-bar';
import { ModelsCentre } from './models-centre';
import type { Side } from './models-context';
import styles from './models-screen.module.css';
import { SidePanel } from './panel/side-panel';
import { ProviderList } from './provider-list';
import { listUsedModels } from './table/used-models';
import { useModelsData } from './use-models-data';

/** What the screen shows while it is being left. */
const elsewhere = { back: { at: 'editor' }, provider: undefined } as const;

/** Providers, their models, and the facts of each model. */
export default function ModelsScreen() {
  const { view } = useStores();
  const { back, provider: wanted } = useView(({ screen }) => (screen.at === 'models' ? screen : elsewhere));
  const document = useDocument((state) => state.document);
  const { data, change } = useModelsData();
  const [side, setSide] = useState<Side>();
  const known = useMemo(() => data?.providers.map(({ id }) => id) ?? [], [data]);
  const used = useMemo(() => (back.at === 'start' ? [] : listUsedModels(document, known)), [back, document, known]);
  const leaveScreen = () => openScreen(view, back);
  useEscape(() => {
    // Where the right panel covers the models, Back closes it first; it always closes a form.
    const covers = side?.kind === 'model' && matchMedia('(max-width: 1099px)').matches;
    if (side === undefined || (side.kind === 'model' && !covers)) leaveScreen();
    else setSide(undefined);
  });
  useGiveBackFocus();
  if (data === undefined) return <main className={styles.screen} aria-label="Models" />;
  const provider =
    data.providers.find(({ id }) => id === wanted) ??
    data.providers.find(({ id }) => used.some((each) => each.provider === id && id !== 'sim')) ??
    data.providers[0];
  if (provider === undefined) return null;
  const choose = (id: string, next?: Side) => {
    chooseProvider(view, id);
    setSide(next);
  };
  const context = { data, change, used, provider, side, setSide, choose };
  return (
    <main className={styles.screen} aria-label="Models" data-side={side?.kind}>
      <ProviderList {...context} />
      <div className={styles.centre}>
        <ModelsBar data={data} change={change} back={back.at === 'start' ? 'Start' : 'Canvas'} onBack={leaveScreen} />
        <ModelsCentre key={provider.id} {...context} />
      </div>
      <SidePanel {...context} />
    </main>
  );
}

/** Returns the focus to the button that opened the screen, unless the focus is elsewhere by then. */
function useGiveBackFocus(): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = globalThis.document.activeElement;
    return () => {
      const { activeElement, body } = globalThis.document;
      if ((activeElement === null || activeElement === body) && opener.current instanceof HTMLElement) {
        opener.current.focus();
      }
    };
  }, []);
}
