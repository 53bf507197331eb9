import SquareFunction from 'lucide-react/icons/square-function';
import { useEffect, useRef } from 'react';
import { useDocument, useView } from '@/state/context';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { findDefinitionAt } from '@/workflow/document';
import { buildBorderPath, buildFunctionPath } from '@/workflow/function-path';
import { listCalls } from '@/workflow/library/calls-of';
import { CloseInspector } from '../close-inspector';
import { LinesField } from '../fields/lines-field';
import { Fold, Section } from '../fields/section';
import { AreaField, TextField } from '../fields/text-field';
import inspector from '../inspector.module.css';
import { countCalls } from './count-calls';
import { FunctionCalls } from './function-calls';
import { FunctionName } from './function-name';
import styles from './functions.module.css';
import { ParameterList } from './parameter-list';
import { ReturnsField } from './returns-field';

interface FunctionInspectorProps {
  readonly name: string;
  /** Whether the fields are read-only at the moment. */
  readonly locked: boolean;
}

/** The form of a function that is opened as a canvas, while no task in it is selected. */
export function FunctionInspector({ name, locked }: FunctionInspectorProps) {
  const root = buildFunctionPath(name);
  const definition = useDocument(({ document }) => findDefinitionAt(document, root));
  const count = useDocument(({ document }) => listCalls(document, name).length);
  const shown = useView(({ canvas: { selection } }) =>
    selection.has(buildBorderPath(root, 'inputs'))
      ? 'inputs'
      : selection.has(buildBorderPath(root, 'result'))
        ? 'result'
        : '',
  );
  const inputs = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const section = shown === 'inputs' ? inputs : result;
    if (shown !== '') section.current?.scrollIntoView({ block: 'start' });
  }, [shown]);
  if (definition === undefined) return null;
  const { criteria, origin } = definition;
  return (
    <>
      <header className={inspector.head}>
        <span className={styles.tile} aria-hidden="true">
          <SquareFunction />
        </span>
        <div className={inspector.names}>
          <h2 className={inspector.title}>{name}</h2>
          <p className={inspector.sub}>Function · {countCalls(count)}</p>
        </div>
        <CloseInspector />
      </header>
      <ScrollRegion className={inspector.scroll} label="All fields of the function">
        <fieldset className={inspector.fields} disabled={locked} aria-label="Fields of the function" data-task-fields>
          <Section>
            <FunctionName key={name} name={name} />
            <AreaField path={['library', name, 'description']} label="What it does" placeholder="Nothing is said" />
          </Section>
          <div ref={inputs}>
            <Section title="Inputs">
              <ParameterList of={name} parameters={definition.parameters} />
            </Section>
          </div>
          <div ref={result}>
            <Section title="Result">
              <ReturnsField path={['library', name, 'returns']} />
            </Section>
          </div>
          <Section title="Calls">
            <FunctionCalls name={name} />
          </Section>
          <Fold title="Found by its criteria" state={criteria === undefined ? 'only called' : 'yes'}>
            <LinesField
              path={['library', name, 'criteria']}
              label="Criteria by which it is found"
              single
              rows={2}
              placeholder="It is only called by name"
            />
          </Fold>
          <Fold title="Saved definition that it is a copy of" state={origin ?? 'none'}>
            <TextField path={['library', name, 'origin']} label="Its name and version" placeholder="None" mono />
          </Fold>
        </fieldset>
      </ScrollRegion>
    </>
  );
}
