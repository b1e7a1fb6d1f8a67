import type { Texts } from '../tasks.js';
import { withCodeLinks } from './code-links.js';
import { Documents } from './documents.js';
import { onChosen } from './file-inputs.js';
import { afterPause, fieldText, part, setChoices, textOfError } from './parts.js';
import { StoppedError, type WorkerClient } from './worker-client.js';

/** The verdict about two versions: the old one is here, the new one is the description above. */
export class ComparePanel {
  readonly #worker: WorkerClient;
  readonly #old: Documents;
  readonly #newList = part<HTMLSelectElement>('new-document');
  readonly #compareSoon = afterPause(300, () => this.#compare());
  #now: Texts = {};
  #strict = false;
  #isShown = false;

  constructor(worker: WorkerClient) {
    this.#worker = worker;
    const parts = {
      list: part<HTMLSelectElement>('old-document'),
      text: part<HTMLTextAreaElement>('old-text'),
    };
    this.#old = new Documents(parts, this.#compareSoon);
    this.#newList.addEventListener('change', () => this.#showNew());
    part('keep').addEventListener('click', () => this.#old.set(this.#now));
    onChosen(part('choose-old'), async (given) => {
      try {
        const { texts, problems } = await worker.ask('open', await given);
        if (problems.length > 0) {
          throw new Error(problems.join('\n'));
        }
        this.#old.set(texts);
      } catch (error) {
        this.#say('unknown', textOfError(error));
      }
    });
  }

  /** The new version. */
  set(now: Texts, strict: boolean): void {
    this.#now = now;
    this.#strict = strict;
    setChoices(
      this.#newList,
      Object.keys(now).map((name) => [name, name] as const),
    );
    this.#showNew();
    this.#compareSoon();
  }

  /** The panel is shown, or not any longer. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    this.#compareSoon();
  }

  #showNew(): void {
    part<HTMLTextAreaElement>('new-text').value = fieldText(this.#now[this.#newList.value] ?? '');
  }

  async #compare(): Promise<void> {
    const old = this.#old.texts;
    if (!this.#isShown) {
      return;
    }
    if (Object.keys(old).length === 0 || Object.keys(this.#now).length === 0) {
      this.#say('none yet', '');
      return;
    }
    try {
      const { verdict, report } = await this.#worker.ask('compare', { old, now: this.#now, strict: this.#strict });
      this.#say(verdict, report);
    } catch (error) {
      if (!(error instanceof StoppedError)) {
        this.#say('unknown', textOfError(error));
      }
    }
  }

  #say(verdict: string, report: string): void {
    part('verdict').textContent = verdict;
    part('report').replaceChildren(...withCodeLinks(report));
  }
}
