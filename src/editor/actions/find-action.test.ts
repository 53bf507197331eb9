// @vitest-environment happy-dom

import { beforeEach, describe, expect, it } from 'vitest';
import { emptyRun } from '@/run/reduce-run';
import type { AppStores } from '@/state/context';
import { createDocumentStore } from '@/state/document-store';
import { createRunStore } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { selectTasks } from '@/state/view/canvas';
import { beginGesture } from '@/state/view/gestures';
import { closeDialog, openDialog, openScreen } from '@/state/view/screens';
import { createViewStore } from '@/state/view-store';
import type { WorkflowDocument } from '@/workflow/document';
import { actions } from './actions';
import { findAction, findKeyArea, type KeyArea } from './find-action';

let stores: AppStores;
const document = { tasks: { a: { type: 'atomic' }, b: { type: 'script' } } } as unknown as WorkflowDocument;

beforeEach(() => {
  stores = {
    document: createDocumentStore({} as never, {} as never, {} as never),
    view: createViewStore(),
    run: createRunStore(),
    runs: createRunsStore({ executions: async () => [] }),
    forecast: undefined as never,
    checkpoints: {} as never,
    services: {} as never,
  };
  stores.document.setState({ document });
});

function pressed(keys: Partial<KeyboardEvent> & { key: string }, taskPath: KeyArea = 'canvas'): string | undefined {
  const up = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  return findAction(actions, { ...up, ...keys }, taskPath, stores)?.id;
}

describe('the action that keys ask for', () => {
  it('is none while a person types', () => {
    expect(pressed({ key: 'n' })).toBe('add-task');
    expect(pressed({ key: 'n' }, 'text')).toBeUndefined();
    expect(pressed({ key: 'Delete' }, 'text')).toBeUndefined();
  });

  it('makes a checkpoint even then, in the place of saving the page, and runs', () => {
    expect(pressed({ key: 'Enter', ctrlKey: true }, 'text')).toBe('run');
    expect(pressed({ key: 's', ctrlKey: true }, 'text')).toBe('make-checkpoint');
  });

  it('walks only where the canvas has the focus', () => {
    expect(pressed({ key: 'ArrowRight' })).toBe('walk-right');
    expect(pressed({ key: 'ArrowRight' }, 'elsewhere')).toBeUndefined();
  });

  it('runs, and cancels while a run goes on', () => {
    expect(pressed({ key: 'Enter', ctrlKey: true })).toBe('run');
    stores.run.setState({ executionId: 'x', present: { ...emptyRun, status: 'running' } });
    expect(pressed({ key: 'Enter', ctrlKey: true })).toBe('cancel');
    stores.run.setState({ present: { ...emptyRun, status: 'completed' } });
    expect(pressed({ key: 'Enter', ctrlKey: true })).toBe('run');
  });

  it('does not let the first second of a run be cancelled by its keys', () => {
    const cancel = actions.find(({ id }) => id === 'cancel');
    const startedAt = (ago: number) => new Date(Date.now() - ago).toISOString();
    stores.run.setState({ executionId: 'x', present: { ...emptyRun, startedAt: startedAt(0) } });
    expect(cancel?.takesKey?.(stores)).toBe(false);
    stores.run.setState({ present: { ...emptyRun, startedAt: startedAt(60_000) } });
    expect(cancel?.takesKey?.(stores)).toBe(true);
  });

  it('needs a selection for what is done with one', () => {
    expect(pressed({ key: 'Delete' })).toBeUndefined();
    expect(pressed({ key: 'd' })).toBeUndefined();
    selectTasks(stores.view, ['a']);
    expect(pressed({ key: 'Delete' })).toBe('delete');
    expect(pressed({ key: 'Delete', ctrlKey: true })).toBe('delete-join');
    expect(pressed({ key: 'd' })).toBe('disable');
  });

  it('opens the selected task with Enter, or ends the wire that was begun by keyboard', () => {
    selectTasks(stores.view, ['a']);
    expect(pressed({ key: 'Enter' })).toBe('open');
    beginGesture(stores.view, { kind: 'connect', from: 'b' });
    expect(pressed({ key: 'Enter' })).toBe('finish-connecting');
  });

  it('is none while a dialog is open or the start page is shown, and no edit on the plan', () => {
    selectTasks(stores.view, ['a']);
    openScreen(stores.view, { at: 'plan' });
    expect(pressed({ key: 'Delete' })).toBeUndefined();
    expect(pressed({ key: 'Enter', ctrlKey: true })).toBe('run');
    openScreen(stores.view, { at: 'editor' });
    openDialog(stores.view, { name: 'settings' });
    expect(pressed({ key: 'Delete' })).toBeUndefined();
    openScreen(stores.view, { at: 'start' });
    closeDialog(stores.view);
    expect(pressed({ key: 'Enter', ctrlKey: true })).toBeUndefined();
  });
});

describe('where a key was pressed', () => {
  it('tells texts, the canvas and the rest apart', () => {
    window.document.body.innerHTML = `
      <input id="text"><input id="box" type="checkbox"><div role="dialog"><button id="asked"></button></div>
      <div data-canvas><span id="node"></span></div><button id="bar"></button>`;
    const at = (id: string) => findKeyArea(window.document.getElementById(id));
    expect([at('text'), at('box'), at('asked'), at('node'), at('bar'), findKeyArea(window.document.body)]).toEqual([
      'text',
      'elsewhere',
      'text',
      'canvas',
      'elsewhere',
      'canvas',
    ]);
  });
});
