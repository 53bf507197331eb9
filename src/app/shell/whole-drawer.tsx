import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '@/state/context';
import { Drawer } from '@/viewer/drawer';
import { useApp } from '../app-context';
import { OpenedCase } from '../tests/opened-case';
import { getTestsStore } from '../tests/tests-store';
import { TourLine } from '../tour/tour-line';
import { Questions } from './questions';

/** The drawer, with the tabs that the app adds: the questions of the run, and the case that is open. */
export function WholeDrawer() {
  const stores = useStores();
  const { view } = stores;
  const { tests } = useApp();
  const store = getTestsStore(stores, tests);
  const opened = useStore(store, ({ judged, openedId }) => (openedId === undefined ? undefined : judged.get(openedId)));
  const isShown = useStore(store, ({ isOpenedShown }) => isOpenedShown);
  // Whatever opens another tab of the drawer leaves the case.
  useEffect(
    () => view.subscribe(({ drawer }, before) => drawer !== before.drawer && store.setState({ isOpenedShown: false })),
    [view, store],
  );
  const extra = opened && {
    label: `Case ${opened.id}`,
    isShown,
    onShow: () => store.open(opened.id),
    pane: <OpenedCase key={opened.id} judged={opened} />,
  };
  return <Drawer questions={<Questions />} offer={<TourLine />} extra={extra} />;
}
