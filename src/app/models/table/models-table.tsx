import { Fragment, type ReactNode } from 'react';
import { type Column, Table } from '@/ui/table/table';
import type { ModelRow } from '@/worker/border/engine-api';
import { findFirstModel } from '../first-model';
import type { ModelsContext } from '../models-context';
import { ModelNotes } from '../panel/model-notes';
import type { ListedNames } from './listed-rows';
import { formatDay, formatTimeOfDay } from './model-figures';
import { ModelTableRow } from './model-table-row';
import styles from './models-table.module.css';
import { columns } from './table-columns';
import { formatUses } from './used-models';

const heads: readonly Column[] = [
  { name: 'Model' },
  { name: 'In', isNumber: true },
  { name: 'Out', isNumber: true },
  { name: 'Cached', isNumber: true, className: styles.second },
  { name: 'Window', isNumber: true },
  { name: 'Largest reply', isNumber: true, className: styles.second },
  { name: 'Takes', className: styles.third },
  { name: 'Thinking', className: styles.third },
  { name: 'Ends on' },
  { name: 'Used', isNumber: true },
];

interface ModelsTableProps extends ModelsContext {
  readonly names: ListedNames;
  readonly rows: ReadonlyMap<string, ModelRow>;
  readonly filter: string;
}

/**
 * The models of a provider in three groups: those of the open workflow, the provider's others, and the person's own.
 */
export function ModelsTable({ names, rows, filter, ...context }: ModelsTableProps) {
  const { data, provider, side } = context;
  const uses = new Map(names.used.map((each) => [each.model, each]));
  const selected = side !== undefined && 'model' in side ? side.model : undefined;
  const shown = side === undefined ? findFirstModel(context.used, provider.id)?.model : undefined;
  const renderRow = (model: string) => {
    const known = rows.get(model);
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
  const isUnset = names.used.length + names.others.length + names.own.length === 0;
  return (
    <Table
      columns={heads}
      className={styles.table}
      over={
        <tr className={styles.over}>
          <td />
          <th scope="colgroup" colSpan={3}>
            $ per million tokens
          </th>
          <td colSpan={columns - 4} />
        </tr>
      }
    >
      {names.used.length > 0 && (
        <Group title="In this workflow" note={formatUses(names.used.flatMap((each) => each.uses))}>
          {names.used.map(({ model }) => renderRow(model))}
        </Group>
      )}
      {names.others.length > 0 && (
        <Group
          title={names.used.length > 0 ? `Others of ${provider.label}` : `Of ${provider.label}`}
          note={
            list === undefined
              ? 'as Heddle knows them; its own list has not been requested yet'
              : `from its list of ${formatDay(list.at, false)}, ${formatTimeOfDay(list.at)}${list.isCut ? ', which is longer than is read' : ''}`
          }
        >
          {names.others.map(renderRow)}
          {names.hidden > 0 && (
            <tr>
              <td colSpan={columns} className={styles.more}>
                And {names.hidden.toLocaleString('en')} more. Filter by name to find them.
              </td>
            </tr>
          )}
        </Group>
      )}
      {names.own.length > 0 && (
        <Group title="Yours" note="facts entered by you">
          {names.own.map(renderRow)}
        </Group>
      )}
      {isUnset && (
        <tbody>
          <tr>
            <td colSpan={columns} className={styles.more}>
              {filter.trim() === ''
                ? 'No model of it is known. Get its list, or add your own model.'
                : 'No matching models.'}
            </td>
          </tr>
        </tbody>
      )}
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
