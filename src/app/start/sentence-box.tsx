import KeyRound from 'lucide-react/icons/key-round';
import Sparkles from 'lucide-react/icons/sparkles';
import { type FormEvent, useRef, useState } from 'react';
import { useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { openDialog, openModels } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { TextArea } from '@/ui/form/text-area';
import { matchKeys } from '@/ui/keys';
import { useApp } from '../app-context';
import styles from './sentence-box.module.css';

const sendKeys = 'Mod+Enter';

/** What was typed stays while the page is open: a person without a key comes back from Models and goes on. */
let keptSentence = '';

/** It makes up what it drafts, and costs nothing. */
const simulatedModel = 'sim:default';

/** A provider that can be called now. `model`: for a draft, if one is known. */
interface ReadyProvider {
  readonly label: string;
  readonly hasKey: boolean;
  readonly model: string | undefined;
}

/** A cheap current model of each maker, for a draft. Sources: `providers/catalogue`. */
const draftModels: Readonly<Record<string, string>> = {
  openai: 'openai:gpt-6-luna',
  anthropic: 'anthropic:claude-haiku-5-5',
  google: 'google:gemini-3.8-flash',
};

/** The first thing on the start page: a sentence that a model drafts a workflow from, and which keys there are. */
export function SentenceBox({ labelledBy }: { readonly labelledBy: string }) {
  const { view } = useStores();
  const { keys, settings, models } = useApp();
  const [sentence, setSentence] = useState(keptSentence);
  const [isKeyWanted, setKeyWanted] = useState(false);
  const useKey = useRef<HTMLButtonElement>(null);
  const { value: ready } = useAsked([keys, settings, models], async (): Promise<readonly ReadyProvider[]> => {
    const [providers, status, connections] = await Promise.all([
      settings.providers(),
      keys.status(),
      models.connections(),
    ]);
    return providers.flatMap(({ id, label, protocol }) => {
      if (status[id] === 'in_memory' || status[id] === 'unlocked')
        return { label, hasKey: true, model: draftModels[id] };
      // One without a key is there only if it has answered.
      const [first] = connections[id]?.list?.models ?? [];
      if (status[id] !== 'not_needed' || protocol === 'simulated' || first === undefined) return [];
      return { label, hasKey: false, model: `${id}:${first.name}` };
    });
  });
  const model = ready?.flatMap((provider) => provider.model ?? [])[0];
  const draftIt = () => {
    if (ready === undefined || ready.length > 0) openDialog(view, { name: 'draft', sentence, ...(model && { model }) });
    else {
      setKeyWanted(true);
      useKey.current?.focus();
    }
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        draftIt();
      }}
    >
      <div className={styles.frame}>
        <TextArea
          className={styles.text}
          rows={2}
          aria-labelledby={labelledBy}
          placeholder="Read the commits since the last tag, write release notes, and let an editor send them back until they are good"
          value={sentence}
          onChange={(text) => {
            keptSentence = text;
            setSentence(text);
          }}
          onKeyDown={(event) => {
            if (!matchKeys(event.nativeEvent, sendKeys)) return;
            event.preventDefault();
            draftIt();
          }}
        />
        <div className={styles.line}>
          <span>{model}</span>
          <Button type="submit" variant="primary" icon={<Sparkles />} shortcut={sendKeys}>
            Draft it
          </Button>
        </div>
      </div>
      {/* It has its place before it is known what it says, so that nothing below it moves. */}
      <p className={styles.keys} data-wanted={isKeyWanted ? '' : undefined} role={isKeyWanted ? 'alert' : undefined}>
        {ready !== undefined && <KeyRound size={14} aria-hidden="true" />}
        {ready !== undefined && ready.length > 0 && formatReady(ready)}
        {ready?.length === 0 && (
          <>
            <b>No model yet.</b>
            <button ref={useKey} type="button" onClick={() => openModels(view, 'openai')}>
              Use a key
            </button>
            <button type="button" onClick={() => openModels(view, 'ollama')}>
              use Ollama on this machine
            </button>
            <button type="button" onClick={() => openDialog(view, { name: 'draft', sentence, model: simulatedModel })}>
              try it on a simulated model
            </button>
            <a href="#gallery">or look at a recorded run</a>
          </>
        )}
      </p>
    </form>
  );
}

/** Which providers have a key, and which need none. */
function formatReady(ready: readonly ReadyProvider[]): string {
  const listLabels = (hasKey: boolean) =>
    ready
      .filter((provider) => provider.hasKey === hasKey)
      .map(({ label }) => label)
      .join(', ');
  const [keyed, open] = [listLabels(true), listLabels(false)];
  return [keyed && `Keys for ${keyed}.`, open && `${open} without a key.`].filter(Boolean).join(' ');
}
