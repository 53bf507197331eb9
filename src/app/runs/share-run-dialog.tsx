import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { formatBytes, formatCount } from '@/base/figures';
import { countPlaces, listNames, prepareShare } from '@/share/prepare-share';
import { type SharePart, textParts } from '@/share/share-parts';
import { formatFound } from '@/share/share-words';
import { useDocument, useRuns, useStores } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { useAsked } from '@/state/use-asked';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import type { DialogAbout } from '../dialogs/app-dialog';
import { formatWhen } from './format-when';
import { PartsOfRun } from './parts-of-run';
import { nameOfRun } from './run-use-cases';
import { gatherStored, parsePattern, readStoredRun, saveShared, writeShare } from './share-run';
import styles from './share-run-dialog.module.css';
import { SharedPlaces } from './shared-places';

/** How long typing may pause before the run is looked through, in ms. */
const pauseMs = 300;

/** Saves a run as one HTML file: first it says what others will see, and what is taken out. */
export default function ShareRunDialog({ dialog: { executionId }, onClose }: DialogAbout<'share-run'>) {
  const stores = useStores();
  const { runner } = stores.services;
  const run = nameOfRun(stores, executionId).toLowerCase();
  const workflow = useDocument(({ document }) => document.name ?? 'Untitled');
  const [title, setTitle] = useState(`${workflow}, ${run}`);
  const [kinds, setKinds] = useState({ keys: false, mails: true, phones: true, withWorkflow: true });
  const [parts, setParts] = useState<ReadonlySet<SharePart>>(new Set(textParts));
  const [placeAt, setPlaceAt] = useState(0);
  const [names, setNames] = useState<readonly string[]>([]);
  const [patternText, setPatternText] = useState('');
  const [comparedId, setComparedId] = useState('');
  const gathered = useAsked([executionId], () => readStoredRun(runner, executionId));
  const other = useAsked([comparedId], comparedId === '' ? undefined : () => gatherStored(runner, comparedId));
  const compared = comparedId === '' || other.isOld ? undefined : other.value;
  const isReading = comparedId !== '' && compared === undefined;
  const pattern = parsePattern(patternText);
  const stored = gathered.value;
  const share = useAsked(
    [stored, compared, kinds, names, patternText, parts],
    stored && !isReading && pattern !== undefined
      ? async () => prepareShare(stored.run, { ...kinds, parts, names, secrets: [], patterns: pattern }, compared)
      : undefined,
    pauseMs,
  );
  const failure = gathered.failure ?? (isReading ? other.failure : undefined) ?? share.failure;
  const ready = share.isOld || isReading || pattern === undefined ? undefined : share.value;
  const suspects = ready?.suspects ?? [];
  const listed = useAsked([ready], ready && (async () => ready.listPlaces()));
  const places = (listed.isOld ? undefined : listed.value) ?? [];
  const firstKey = places.findIndex((place) => place.parts.some(({ isKey, mark }) => isKey && mark === undefined));
  const written = useAsked(
    [ready, kinds.withWorkflow],
    ready && suspects.length === 0 ? () => writeShare(ready, '', kinds.withWorkflow) : undefined,
  );
  const size = written.isOld ? undefined : written.value;
  const change = (one: Partial<typeof kinds>) => setKinds((now) => ({ ...now, ...one }));
  const save = async () => {
    if (ready !== undefined && (await saveShared(ready, title, kinds.withWorkflow))) onClose();
  };
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={`Share ${run} of ${workflow}`}
      footer={
        <>
          {size && (
            <p className={styles.size}>
              {formatBytes(size.bytes)}: viewer {formatBytes(size.pageBytes)}, data{' '}
              {formatBytes(size.bytes - size.pageBytes)}. It opens in any browser.
            </p>
          )}
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={ready === undefined || suspects.length > 0} onClick={() => void save()}>
            Save the file
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        One HTML file that anyone can open, without Heddle and without a key. It sends nothing.
      </p>
      {failure && <Note tone="error" title={failure.message} />}
      {suspects.length > 0 && (
        <Note
          tone="error"
          title={suspects.length === 1 ? 'One text looks like a key.' : `${suspects.length} texts look like keys.`}
          action={
            <>
              <Button size="s" onClick={() => change({ keys: true })}>
                {suspects.length === 1 ? 'Take it out' : 'Take them out'}
              </Button>
              <Button size="s" variant="ghost" disabled={firstKey < 0} onClick={() => setPlaceAt(firstKey)}>
                Show
              </Button>
            </>
          }
        >
          {suspects.slice(0, 5).map(({ masked, where }) => (
            <p key={masked + where}>
              <code>{masked}</code>, {where}
            </p>
          ))}
          The file cannot be saved with {suspects.length === 1 ? 'it' : 'them'}.
        </Note>
      )}
      <div className={styles.columns}>
        <section aria-label="What others will see">
          <h3>What others will see</h3>
          {ready === undefined && !failure && <p role="status">Looking through the run…</p>}
          {stored && <PartsOfRun stored={stored} parts={parts} onChange={setParts} />}
          {parts.has('prompts') && (
            <Checkbox
              label="Let it be opened in Heddle and forked"
              checked={kinds.withWorkflow}
              onChange={(withWorkflow) => change({ withWorkflow })}
            />
          )}
          <ComparedRun executionId={executionId} value={comparedId} onChange={setComparedId} />
          <p className={styles.never}>
            <Lock aria-hidden="true" size={14} /> Never in it: API keys, secrets, settings, runs that you did not choose
          </p>
        </section>
        <section aria-label="Taken out">
          <h3>Taken out</h3>
          <Checkbox label="What looks like a key" checked={kinds.keys} onChange={(keys) => change({ keys })} />
          <Checkbox label="Mail addresses" checked={kinds.mails} onChange={(mails) => change({ mails })} />
          <Checkbox label="Telephone numbers" checked={kinds.phones} onChange={(phones) => change({ phones })} />
          {(stored ? listNames(stored.run) : []).map((name) => (
            <Checkbox
              key={name}
              label={`The value of ${name}`}
              checked={names.includes(name)}
              onChange={(isOut) => setNames(isOut ? [...names, name] : names.filter((one) => one !== name))}
            />
          ))}
          <Field label="Own pattern" error={pattern === undefined ? 'This is not a regular expression.' : undefined}>
            <TextInput mono value={patternText} placeholder="acme-\d+" onChange={setPatternText} />
          </Field>
          {ready && (
            <ul className={styles.list} aria-label="Found">
              {ready.found.map((found) => (
                <li key={formatFound(found)}>{formatFound(found)}</li>
              ))}
              <li>{formatCount(countPlaces(ready.found), 'place')}, all texts searched</li>
            </ul>
          )}
        </section>
      </div>
      <SharedPlaces places={places} at={placeAt} onMove={setPlaceAt} />
      <Field label="Name in the file">
        <TextInput value={title} onChange={setTitle} />
      </Field>
    </Dialog>
  );
}

interface ComparedRunProps {
  readonly executionId: string;
  /** Empty: none. */
  readonly value: string;
  readonly onChange: (executionId: string) => void;
}

/** Chooses the run that is in the file beside the shared one: the page there shows what differs. */
function ComparedRun({ executionId, value, onChange }: ComparedRunProps) {
  const entries = useRuns((state) => state.entries);
  const others = entries.filter(({ id }) => id !== executionId);
  if (others.length === 0) return null;
  const options = others.map(({ id, startedAt }) => ({
    value: id,
    label: `${findRunName(entries, id)} · ${formatWhen(startedAt)}`,
  }));
  return (
    <Field label="Beside it, to compare">
      <Select value={value} options={[{ value: '', label: 'No other run' }, ...options]} onChange={onChange} />
    </Field>
  );
}
