import Plus from 'lucide-react/icons/plus';
import { Fragment, type ReactNode, useState } from 'react';
import { formatDay } from '@/base/format-day';
import { FoldMark } from '@/ui/display/fold-mark';
import { type Column, Table } from '@/ui/table/table';
import type { ModelRow } from '@/worker/border/engine-api';
import { findFirstModel } from '../first-model';
import type { ModelsContext } from '../models-context';
import { ModelNotes } from '../panel/model-notes';
import { groupModels } from './group-models';
import type { ListedNames } from './listed-rows';
import { formatTimeOfDay } from './model-figures';
import { ModelTableRow } from './model-table-row';
import styles from './models-table.module.css';
import { columns } from './table-columns';
import { formatUses } from './used-models';

const heads: readonly Column[] = [
  { name: 'Model' },
  { name: 'In, 1M', isNumber: true },
  { name: 'Out, 1M', isNumber: true },
  { name: 'Window', isNumber: true },
  { name: 'Output', isNumber: true, className: styles.second },
  { name: 'Thinking', className: styles.third },
  { name: 'Ends' },
  { name: 'Tasks', isNumber: true },
];

interface ModelsTableProps extends ModelsContext {
  readonly names: ListedNames;
  /** Undefined until they are read. */
  readonly rows: ReadonlyMap<string, ModelRow> | undefined;
  readonly filter: string;
}

/**
 * The models of a provider: those of the open workflow, the person's own, and the current ones, the newest first. Those
 * that end soon and those that have ended are folded.
 */
export function ModelsTable({ names, rows, filter, ...context }: ModelsTableProps) {
  const { data, provider, side } = context;
  const uses = new Map(names.used.map((each) => [each.model, each]));
  const selected = side !== undefined && 'model' in side ? side.model : undefined;
  const shown = side === undefined ? findFirstModel(context.used, provider.id)?.model : undefined;
  const renderRow = (model: string) => {
    const known = rows?.get(model);
    const used = uses.get(model);
    return (
      <Fragment key={model}>
        <ModelTableRow
          model={model}
          row={known}
          used={used?.uses.length ?? 0}
          own={data.own.find((each) => each.provider === provider.id && each.model === model)?.facts}
          isSelected={model === selected}
          isShown={model === shown}
          onSelect={() => context.setSide({ kind: 'model', model })}
        />
        <ModelNotes {...context} model={model} row={known} used={used} isSelected={model === selected} />
      </Fragment>
    );
  };
  const list = data.connections[provider.id]?.list;
  // Which group a model is in is known once its facts are read. Until then no row is drawn that would move.
  const groups = rows && groupModels(names.others, rows);
  const isFiltered = filter.trim() !== '';
  const isUnset = names.used.length + names.others.length + names.own.length === 0;
  const source =
    list === undefined
      ? 'newest first, as Heddle knows them'
      : `newest first, from its list of ${formatDay(list.at, false)}, ${formatTimeOfDay(list.at)}${list.isCut ? ', which is longer than is read' : ''}`;
  return (
    <Table columns={heads} className={styles.table}>
      {names.used.length > 0 && (
        <Group title="In this workflow" note={formatUses(names.used.flatMap((each) => each.uses))}>
          {names.used.map(({ model }) => renderRow(model))}
        </Group>
      )}
      {names.own.length > 0 && (
        <Group title="Yours" note="facts entered by you">
          {names.own.map(renderRow)}
        </Group>
      )}
      {groups !== undefined && groups.current.length + names.hidden > 0 && (
        <Group title="Current" note={source}>
          {groups.current.map(renderRow)}
          {names.hidden > 0 && (
            <tr>
              <td colSpan={columns} className={styles.more}>
                And {names.hidden.toLocaleString('en')} more. Filter by name to find them.
              </td>
            </tr>
          )}
        </Group>
      )}
      {groups !== undefined && (
        <>
          <FoldedGroup
            title="Ends within 90 days"
            names={groups.ending}
            isFiltered={isFiltered}
            renderRow={renderRow}
          />
          <FoldedGroup title="Ended" names={groups.ended} isFiltered={isFiltered} renderRow={renderRow} />
        </>
      )}
      {isUnset && (
        <tbody>
          <tr>
            <td colSpan={columns} className={styles.more}>
              {isFiltered ? 'No matching models.' : 'No model of it is known. Get its list, or add one.'}
            </td>
          </tr>
        </tbody>
      )}
      <tbody>
        <tr className={styles.fold}>
          <td colSpan={columns}>
            <button type="button" onClick={() => context.setSide({ kind: 'facts', model: undefined })}>
              <Plus aria-hidden="true" />
              Add a model that is not listed
            </button>
          </td>
        </tr>
      </tbody>
    </Table>
  );
}

function Group(props: { readonly title: string; readonly note: string; readonly children: ReactNode }) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={columns}>
          <span>{props.title}</span> · {props.note}
        </th>
      </tr>
      {props.children}
    </tbody>
  );
}

interface FoldedGroupProps {
  readonly title: string;
  readonly names: readonly string[];
  /** Whether a filter is typed: then it is open, because its models were looked for. */
  readonly isFiltered: boolean;
  readonly renderRow: (name: string) => ReactNode;
}

function FoldedGroup({ title, names, isFiltered, renderRow }: FoldedGroupProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (names.length === 0) return null;
  const isOpen = isUnfolded || isFiltered;
  return (
    <tbody>
      <tr className={styles.fold}>
        <th scope="rowgroup" colSpan={columns}>
          <button type="button" aria-expanded={isOpen} disabled={isFiltered} onClick={() => setUnfolded(!isUnfolded)}>
            <FoldMark />
            {title} <span>{names.length.toLocaleString('en')}</span>
          </button>
        </th>
      </tr>
      {isOpen && names.map(renderRow)}
    </tbody>
  );
}
