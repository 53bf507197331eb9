import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useAction } from '@/editor/actions/use-action';
import { withEdits } from '@/editor/actions/with-edits';
import { LargeEditorButton } from '@/editor/writing/write-button';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import type { GivenInput } from '@/run/runner';
import { useDocument, useForecast, useGivenInputs, useRuns, useStores, useView } from '@/state/context';
import {
  checkGivenInputs,
  fillInputs,
  findGivenProblem,
  formatGivenValue,
  formatInputDefault,
  giveInputs,
  type InputProblems,
  listDeclaredInputs,
  setAskedAlways,
  typeInput,
} from '@/state/give-inputs';
import type { RunWish } from '@/state/run-wish';
import { findRunName } from '@/state/runs-store';
import { closeInputs } from '@/state/view/inputs';
import { openDialog } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { formatInputLabel, type InputField } from '@/workflow/inputs/input-field';
import { AskControl } from '../shell/ask-control';
import { sendByKey } from '../shell/question-card';
import { keepInputs } from '../tests/keep-inputs';
import { formatInputBounds } from './input-bounds';
import styles from './inputs-panel.module.css';

/** So many of the newest runs are offered to be filled in from. */
const mostRuns = 5;

/** What the next run is given: the form for it, in place of the inspector. */
export default function InputsPanel() {
  const stores = useStores();
  const { view } = stores;
  useDocument(({ document }) => document.inputs);
  const texts = useGivenInputs((state) => state.texts);
  const isAskedAlways = useGivenInputs((state) => state.isAskedAlways);
  const asked = useView((state) => state.workflow.inputsFor);
  const forecast = useForecast((state) => state.forecast);
  const { enabled } = useAction('run');
  const fields = listDeclaredInputs(stores);
  const form = useRef<HTMLFormElement>(null);
  // What is wrong with a field is said once it was left, or once the run was to start.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [found, setFound] = useState<InputProblems>(new Map());
  const { wish = {}, tries = 0 } = asked ?? {};
  const textIn = (field: InputField): string => texts[field.name] ?? formatInputDefault(field);
  const findProblem = (field: InputField): string | undefined =>
    left.has(field.name) ? (findGivenProblem(field, textIn(field)) ?? found.get(field.name)) : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is opened, and each time that it was to run
  useEffect(() => {
    let isOver = false;
    giveInputs(stores);
    checkGivenInputs(stores).then(
      (problems) => {
        if (isOver) return;
        const [first] = problems.keys();
        if (tries > 0) {
          setFound(problems);
          setLeft(new Set(fields.map(({ name }) => name)));
        }
        focusInput(form.current, first ?? fields[0]?.name);
      },
      () => focusInput(form.current, fields[0]?.name),
    );
    return () => {
      isOver = true;
    };
  }, [tries]);

  // A task that is selected is what the person wants to see; what was typed stays.
  useEffect(
    () =>
      view.subscribe(({ canvas: { selection } }, { canvas: before }) => {
        if (selection !== before.selection && selection.size > 0) closeInputs(view);
      }),
    [view],
  );

  const leaveField = (name: string) => (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // Nothing is wrong yet with a field that was only passed through.
    if (texts[name] !== undefined) setLeft((before) => new Set(before).add(name));
  };
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (enabled || wish.dry) void withEdits(({ runOpenWorkflow }) => runOpenWorkflow(stores, wish));
  };
  const keepAsTest = () =>
    attemptAction(async () => {
      const problems = await checkGivenInputs(stores);
      setFound(problems);
      setLeft(new Set(fields.map(({ name }) => name)));
      if (problems.size === 0) await keepInputs(stores);
    });
  const wrong = fields.filter((field) => findProblem(field) !== undefined);
  return (
    <form ref={form} className={styles.panel} noValidate onSubmit={start} onKeyDown={sendByKey}>
      <header className={styles.head}>
        <h2 className={styles.title}>What this run is given</h2>
        <FillMenu fields={fields} />
        <IconButton size="s" label="Close the inputs" icon={<X />} onClick={() => closeInputs(view)} />
      </header>
      <ScrollRegion className={styles.scroll} label="Inputs of the run">
        {fields.map((field) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves the field
          <div key={field.name} data-input={field.name} onBlur={leaveField(field.name)}>
            <Field
              label={
                <>
                  {formatInputLabel(field)}
                  {field.required && <span className={styles.required}> required</span>}
                </>
              }
              help={
                <>
                  <span className={styles.bounds}>{formatInputBounds(field, textIn(field))}</span>
                  {(field.type === 'text' || field.type === 'json') && (
                    <LargeEditorButton
                      label={formatInputLabel(field)}
                      onOpen={() => openDialog(view, { name: 'write-input', input: field.name })}
                    />
                  )}
                </>
              }
              hint={field.description}
              error={findProblem(field)}
            >
              <AskControl
                field={field}
                folder="/inputs"
                value={textIn(field)}
                onChange={(text) => typeInput(stores, field.name, text)}
              />
            </Field>
          </div>
        ))}
      </ScrollRegion>
      <footer className={styles.foot}>
        <Checkbox
          label="Ask before each run"
          checked={isAskedAlways}
          onChange={(always) => setAskedAlways(stores, always)}
        />
        {wrong.length > 0 && (
          <p className={styles.wrong}>
            {wrong.length === 1 ? '1 value does not fit: ' : `${wrong.length} values do not fit: `}
            {wrong.map((field, index) => (
              <span key={field.name}>
                {index > 0 && ', '}
                <button type="button" className={styles.link} onClick={() => focusInput(form.current, field.name)}>
                  {formatInputLabel(field)}
                </button>
              </span>
            ))}
          </p>
        )}
        <div className={styles.run}>
          <Button
            variant="primary"
            type="submit"
            icon={<Play />}
            shortcut="Mod+Enter"
            disabled={!enabled && wish.dry !== true}
          >
            {labelOf(wish)}
          </Button>
          <Button icon={<BookmarkCheck />} onClick={() => void keepAsTest()}>
            Keep as a test
          </Button>
          {forecast !== undefined && wish.targets === undefined && !wish.dry && !wish.anew && (
            <span className={styles.figures}>{formatForecast(forecast)}</span>
          )}
        </div>
      </footer>
    </form>
  );
}

function labelOf({ dry, targets, anew }: RunWish): string {
  if (dry) return 'Dry run';
  if (targets !== undefined) return targets.kind === 'only' ? 'Run this task' : 'Run this part';
  return anew ? 'Run everything again' : 'Run';
}

/** Puts the focus into the control of an input. */
function focusInput(form: HTMLElement | null, name: string | undefined): void {
  if (form === null || name === undefined) return;
  const field = form.querySelector(`[data-input="${CSS.escape(name)}"]`);
  const controls = [...(field?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [])];
  // Of a choice, the option that is chosen; of a JSON value, its text or the first field of its form.
  (controls.find((control) => control instanceof HTMLInputElement && control.checked) ?? controls[0])?.focus();
}

/** Where the fields can be filled in from: earlier runs, or nothing but the defaults. */
function FillMenu({ fields }: { readonly fields: readonly InputField[] }) {
  const stores = useStores();
  const runs = useRuns((state) => state.entries);
  const fillFromRun = (executionId: string) =>
    attemptAction(async () => {
      const given = await stores.services.runner.givenInputs(executionId);
      fillInputs(stores, buildTexts(fields, given));
    });
  const entries: readonly MenuEntry[] = [
    ...runs.slice(0, mostRuns).map(
      ({ id }): MenuEntry => ({
        kind: 'item',
        label: findRunName(runs, id),
        onSelect: () => void fillFromRun(id),
      }),
    ),
    { kind: 'item', label: 'Defaults only', onSelect: () => fillInputs(stores, {}) },
  ];
  return (
    <Menu
      label="Fill from"
      align="end"
      entries={entries}
      trigger={
        <Button size="s" icon={<ChevronDown />}>
          Fill from
        </Button>
      }
    />
  );
}

/** The texts of the fields for values that an earlier run was given. */
function buildTexts(fields: readonly InputField[], given: readonly GivenInput[]): Readonly<Record<string, string>> {
  const values = new Map(given.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    fields
      .filter(({ name }) => values.has(name))
      .map((field) => [field.name, formatGivenValue(field, values.get(field.name))]),
  );
}
