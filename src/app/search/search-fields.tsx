import { useStore } from 'zustand';
import { useDocument } from '@/state/context';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import styles from './search.module.css';
import { findCostProblem } from './search-form-state';
import type { SearchStore } from './search-store';
import { placeOptions, statusOptions } from './search-words';

/** The conditions of a search, besides its text. Each change begins the search anew. */
export function SearchFields({ search }: { readonly search: SearchStore }) {
  const form = useStore(search, (state) => state.form);
  const hasWorkflow = useDocument((state) => state.id !== '');
  return (
    <div className={styles.fields}>
      <Field label="Where">
        <Select value={form.place} options={placeOptions} onChange={(place) => search.write({ place })} />
      </Field>
      <Field label="Status">
        <Select value={form.status} options={statusOptions} onChange={(status) => search.write({ status })} />
      </Field>
      <Field label="Task">
        <TextInput value={form.task} onChange={(task) => search.write({ task })} />
      </Field>
      <Field label="Model">
        <TextInput value={form.model} onChange={(model) => search.write({ model })} />
      </Field>
      <Field label="Tag">
        <TextInput value={form.tag} onChange={(tag) => search.write({ tag })} />
      </Field>
      <Field label="Cost from, $" error={findCostProblem(form.costFrom)}>
        <TextInput inputMode="decimal" value={form.costFrom} onChange={(costFrom) => search.write({ costFrom })} />
      </Field>
      <Field label="Cost to, $" error={findCostProblem(form.costTo)}>
        <TextInput inputMode="decimal" value={form.costTo} onChange={(costTo) => search.write({ costTo })} />
      </Field>
      <div className={styles.toggles}>
        <Checkbox label="Starred" checked={form.starred} onChange={(starred) => search.write({ starred })} />
        {hasWorkflow && (
          <Checkbox
            label="Only this workflow"
            checked={form.onlyOpen}
            onChange={(onlyOpen) => search.write({ onlyOpen })}
          />
        )}
      </div>
    </div>
  );
}
