import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useRuns, useStores } from '@/state/context';
import { runInSlices } from '@/ui/in-slices';
import { useApp } from '../app-context';
import { loadGallery } from '../gallery/load-gallery';
import { listGuideItems, loadGuideSections } from './guide-items';
import type { MenuItem } from './menu-item';
import { listMenuItems, listWorkflowItems, runItems } from './menu-items';
import { ItemRanking, type RankedItems } from './rank-items';
import { readRecentItems } from './recent-items';
import { listGalleryItems } from './template-items';

/** The most rows: more than a person reads before typing another letter. */
const mostRows = 60;

/** The items that fit a query. They may still be those of an earlier query while there are ten thousand tasks. */
export function useFound(query: string): RankedItems {
  const all = useItems();
  const [recent] = useState(readRecentItems);
  const [found, setFound] = useState<RankedItems>({ query: '', items: [], fitting: 0 });
  // Before the next frame: with few items no old row is seen.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const ranking = new ItemRanking(query, recent, mostRows);
    const showFound = () => setFound(ranking.result());
    runInSlices(all, (item) => ranking.add(item), showFound, stop.signal);
    return () => stop.abort();
  }, [all, query, recent]);
  return found;
}

/** Everything that can be found. A run may end while the menu is open; nothing else changes. */
function useItems(): readonly MenuItem[] {
  const stores = useStores();
  const { workflows } = useApp();
  const [items, setItems] = useState<readonly MenuItem[]>([]);
  const [stored, setStored] = useState<readonly MenuItem[]>([]);
  const [gallery, setGallery] = useState<readonly MenuItem[]>([]);
  const [guide, setGuide] = useState<readonly MenuItem[]>([]);
  const entries = useRuns((state) => state.entries);
  useLayoutEffect(() => {
    const stop = new AbortController();
    const gathered: MenuItem[] = [];
    const showItems = () => setItems([...gathered]);
    runInSlices(listMenuItems(stores, workflows), (item) => gathered.push(item), showItems, stop.signal);
    // What was gathered before the first pause is there at once.
    showItems();
    return () => stop.abort();
  }, [stores, workflows]);
  useEffect(() => {
    let isShown = true;
    // Without the list of workflows the rest is found all the same.
    stores.services.workflows.list().then(
      (found) => isShown && setStored(listWorkflowItems(stores, workflows, found)),
      () => undefined,
    );
    // Nor does it need the gallery, which is not there without a network.
    loadGallery().then(
      (found) => isShown && setGallery(listGalleryItems(workflows, found)),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [stores, workflows]);
  useEffect(() => {
    const stop = new AbortController();
    const gathered: MenuItem[] = [];
    const showItems = () => setGuide([...gathered]);
    // Without a network the guide is found if the browser keeps it.
    loadGuideSections().then(
      (sections) => runInSlices(listGuideItems(sections), (item) => gathered.push(item), showItems, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return useMemo(
    () => [...items, ...runItems(stores, entries), ...stored, ...gallery, ...guide],
    [items, stores, entries, stored, gallery, guide],
  );
}
