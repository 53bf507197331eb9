import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { FoldsFilled } from '@/editor/inspectors/fields/section';
import { Inspector } from '@/editor/inspectors/inspector';
import { type AppStores, StoresProvider } from '@/state/context';
import { createRunStore } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { createViewStore } from '@/state/view-store';
import { workflowSettings } from './setting-items';
import { focusSetting } from './show-setting';

beforeAll(() => {
  const shown = { document: { tasks: {} }, diagnostics: [], source: { text: '', blocks: [] }, sync: 'current' };
  const stores = {
    document: still(createStore(() => shown)),
    view: still(createViewStore()),
    run: createRunStore(),
    runs: createRunsStore({ executions: async () => [] }),
    forecast: createStore(() => ({ executionId: undefined, forecast: undefined })),
  };
  document.body.innerHTML = renderToStaticMarkup(
    <StoresProvider stores={stores as unknown as AppStores}>
      <FoldsFilled value>
        <Inspector />
      </FoldsFilled>
    </StoresProvider>,
  );
});

/** A store whose present state is also the one that a page begins with, which is what is rendered to a text. */
function still<T>(store: Pick<StoreApi<T>, 'getState' | 'subscribe'>) {
  return { ...store, getInitialState: store.getState };
}

it.each(workflowSettings)('leads to the control of “$label”', (setting) => {
  expect(focusSetting(setting)).toBe(true);
  const focused = document.activeElement;
  if (setting.control !== undefined) expect(focused?.getAttribute('name')).toBe(setting.control);
  if (setting.section !== undefined) {
    const [name, fold] = [focused?.closest('section')?.getAttribute('aria-label'), focused?.closest('details')];
    expect(fold?.open ?? true).toBe(true);
    expect([name, fold?.querySelector('summary')?.textContent].join(' ')).toContain(setting.section);
  }
});

it('says so where the inspector has no such control', () => {
  expect(focusSetting({ control: 'none' })).toBe(false);
  expect(focusSetting({ section: 'None' })).toBe(false);
});
