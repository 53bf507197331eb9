import { beforeEach, describe, expect, it } from 'vitest';
import { emptyRun } from '@/run/reduce-run';
import type { AppStores } from '@/state/context';
import { createDocumentStore } from '@/state/document-store';
import { createGivenInputsStore } from '@/state/given-inputs-store';
import { createOutlookStore } from '@/state/outlook-store';
import { createRunStore } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { selectTasks } from '@/state/view/canvas';
import { beginGesture } from '@/state/view/gestures';
import { closeDialog, openDialog, openScreen } from '@/state/view/screens';
import { createViewStore } from '@/state/view-store';
import type { WorkflowDocument } from '@/workflow/document';
import { actions } from './actions';
import { mountCanvas } from './canvas-handle';
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
    outlook: createOutlookStore(),
    given: createGivenInputsStore(),
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

  it('does to tasks only what is pressed where tasks are: on the canvas and in their list', () => {
    selectTasks(stores.view, ['a']);
    for (const keys of [{ key: 'Backspace' }, { key: 'a', ctrlKey: true }, { key: 'n' }, { key: 'd', ctrlKey: true }]) {
      const there = pressed(keys);
      expect(there).toBeDefined();
      expect(pressed(keys, 'tasks')).toBe(there);
      for (const area of ['elsewhere', 'output', 'text', 'floating'] as const)
        expect(pressed(keys, area), `${keys.key} ${area}`).not.toBe(there);
    }
    expect(pressed({ key: 'a', ctrlKey: true }, 'output')).toBe('select-output');
  });

  it('leads from every panel, and out of its texts, to the canvas, and there up and to no selection', () => {
    mountCanvas(stores.view, {} as never);
    selectTasks(stores.view, ['a']);
    for (const area of ['text', 'tasks', 'output', 'elsewhere'] as const)
      expect(pressed({ key: 'Escape' }, area)).toBe('to-canvas');
    expect(pressed({ key: 'Escape' }, 'floating')).toBeUndefined();
    expect(pressed({ key: 'Escape' })).toBe('clear-selection');
  });

  it('goes round the screen and shows panels while a person types', () => {
    const typed = (key: string, more: Partial<KeyboardEvent> = {}) => pressed({ key, ...more }, 'text');
    expect([typed('F6'), typed('F6', { shiftKey: true })]).toEqual(['next-region', 'previous-region']);
    expect(typed('\\', { ctrlKey: true })).toBe('toggle-panels');
    expect([typed('.', { ctrlKey: true }), typed('.')]).toEqual(['toggle-right', undefined]);
    expect(typed('j', { ctrlKey: true })).toBe('toggle-drawer');
    expect(typed('J', { ctrlKey: true, shiftKey: true })).toBe('toggle-large-drawer');
  });

  it('is found by the place of its key only if what was typed is no key', () => {
    mountCanvas(stores.view, {} as never);
    expect(pressed({ key: '&', code: 'Digit1' })).toBe('fit');
    expect(pressed({ key: '+', code: 'Digit1' })).toBe('zoom-in');
    expect(pressed({ key: '!', code: 'Digit1', shiftKey: true })).toBeUndefined();
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
      <input id="text"><input id="box" type="checkbox"><div role="dialog"><input id="asked"></div>
      <div data-canvas><span id="node"></span></div><button id="bar"></button>
      <div data-tasks><input id="filter"><div id="row"></div></div><pre data-output id="output"></pre>`;
    const areas = { text: 'text', box: 'elsewhere', asked: 'floating', node: 'canvas', bar: 'elsewhere' } as const;
    for (const [id, area] of Object.entries({ ...areas, filter: 'text', row: 'tasks', output: 'output' }))
      expect(findKeyArea(window.document.getElementById(id)), id).toBe(area);
    expect(findKeyArea(window.document.body)).toBe('canvas');
  });
});
