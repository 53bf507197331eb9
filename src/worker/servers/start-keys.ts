import { z } from 'zod';
import { AppError } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { ServersOptions } from './servers-options';

const entries = z.array(z.strictObject({ asked: z.string(), key: z.string(), at: z.number() }));
type Entry = z.infer<typeof entries>[number];

const setting = 'start-keys';
/** Within so many ms, asking for the same again repeats a start that was not answered; later it is a new one. */
const repeatMs = 24 * 3_600_000;
/** Most starts that are kept, the newest. */
const mostKept = 100;
/** Pauses before a start that was not answered is tried again, in ms. */
const pauses = [500, 1500] as const;
const never = new AbortController().signal;

/**
 * Starts runs at servers so that nothing is paid twice when an answer is lost, as the server may have started the run.
 * Each start has an `Idempotency-Key`, which is stored until the server has answered. When the same is asked again,
 * also after a reload, it goes with that key, and the server answers with the run that it had started.
 */
export class StartKeys {
  readonly #options: Pick<ServersOptions, 'alone' | 'clock' | 'newId'> & {
    readonly settings: ServersOptions['stores']['settings'];
  };
  /** The keys of starts that are under way in this tab. */
  readonly #underWay = new Set<string>();

  constructor({ alone, clock, newId, stores: { settings } }: ServersOptions) {
    this.#options = { alone, clock, newId, settings };
  }

  /**
   * Starts a run, and takes in what the server answers. `asked`: what is asked of whom, as JSON. `start` is called with
   * the key, and again if it got no answer. Errors: those of `start`.
   */
  async once<T>(asked: unknown, start: (key: string) => Promise<T>): Promise<T> {
    const key = await this.#keyOf(hashValue(asked));
    try {
      const started = await this.#try(key, start);
      // If it stays, the next start leads to the same run once more.
      await this.#forget(key).catch(() => undefined);
      return started;
    } catch (error) {
      if (isRefusal(error)) await this.#forget(key).catch(() => undefined);
      throw error;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #try<T>(key: string, start: (key: string) => Promise<T>): Promise<T> {
    for (const pause of pauses) {
      try {
        return await start(key);
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        await this.#options.clock.sleep(pause, never);
      }
    }
    return start(key);
  }

  async #keyOf(asked: string): Promise<string> {
    const { clock, newId } = this.#options;
    const now = clock.now();
    let key = '';
    await this.#change((kept) => {
      const fresh = kept.filter(({ at }) => now - at < repeatMs).slice(1 - mostKept);
      const before = fresh.find((one) => one.asked === asked && !this.#underWay.has(one.key));
      key = before?.key ?? newId();
      this.#underWay.add(key);
      return before === undefined ? [...fresh, { asked, key, at: now }] : fresh;
    });
    return key;
  }

  #forget(key: string): Promise<void> {
    return this.#change((kept) => kept.filter((one) => one.key !== key));
  }

  #change(edit: (kept: readonly Entry[]) => readonly Entry[]): Promise<void> {
    const { alone, settings } = this.#options;
    return alone(setting, never, async () => {
      const kept = entries.catch([]).parse(await settings.get(setting));
      await settings.put(setting, edit(kept));
    });
  }
}

/** Whether it is not known if the server did it, or it is about to: the same may be asked at once. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const status = error.details?.['status'];
  return status === 409 || (error.code === 'PROVIDER_ERROR' && status === undefined);
}

/** Whether the server said that it does not do it. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof AppError) || error.retryable) return false;
  const status = error.details?.['status'];
  return status !== 409 && (status !== undefined || error.code === 'VALIDATION_ERROR');
}
