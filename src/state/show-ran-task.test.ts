import { expect, it } from 'vitest';
import { createDocumentStore } from './document-store';
import { buildCalledPath } from './run-path';
import { showRanTask } from './show-ran-task';
import { createViewStore } from './view-store';

/** `report` is a group, `greet` one task; `report` calls `greet` as well. */
function storesOf() {
  const document = createDocumentStore({} as never, {} as never, {} as never);
  const greet = { parameters: [], task: { type: 'atomic', description: 'Greet' } } as const;
  const subtasks = { web: { type: 'atomic', description: 'Search' }, hello: { type: 'call', ref: 'greet' } } as const;
  const report = { parameters: [], task: { type: 'group', subtasks } } as const;
  const use = { type: 'call', ref: 'report' } as const;
  document.setState({ document: { library: { report, greet }, tasks: { use } } as never });
  const stores = { document, view: createViewStore() };
  const show = (runPath: string) => {
    const isThere = showRanTask(stores, runPath);
    const { canvas, shownRun, screen } = stores.view.getState();
    let revealed: readonly string[] | undefined;
    stores.view.requests.reveal.serve((ids) => {
      revealed = ids;
    })();
    const { selection } = canvas;
    const { callsShown } = shownRun;
    expect([screen.at, revealed]).toEqual(['editor', [...selection]]);
    return { isThere, selected: [...selection], shown: Object.fromEntries(callsShown) };
  };
  return show;
}

it('selects what ran in a call in its function, and shows that call there', () => {
  const show = storesOf();
  const call = buildCalledPath('use', 'report');
  expect(show('use')).toEqual({ isThere: true, selected: ['use'], shown: {} });
  expect(show(call)).toEqual({ isThere: true, selected: ['library:report'], shown: { report: 'use' } });
  expect(show(`${call}/web`)).toEqual({ isThere: true, selected: ['library:report/web'], shown: { report: 'use' } });
});

it('follows a call within a call to the inner function, shown by the whole way to it', () => {
  const show = storesOf();
  const call = `${buildCalledPath('use', 'report')}/hello`;
  expect(show(buildCalledPath(call, 'greet'))).toEqual({
    isThere: true,
    selected: ['library:greet'],
    shown: { greet: call },
  });
});

it('only selects what the document no longer has, and says so', () => {
  const show = storesOf();
  const gone = `${buildCalledPath('use', 'report')}/gone`;
  expect(show(gone)).toEqual({ isThere: false, selected: [gone], shown: {} });
  expect(show('old')).toEqual({ isThere: false, selected: ['old'], shown: {} });
});
