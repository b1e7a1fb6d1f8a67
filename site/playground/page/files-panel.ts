import type { Texts } from '../tasks.js';
import { beginningOf, part, setChoices } from './parts.js';
import type { WorkerClient } from './worker-client.js';

/** The files that were made. */
export class FilesPanel {
  readonly #list = part<HTMLSelectElement>('file');
  readonly #content = part('content');
  #files: Texts = {};

  constructor(worker: WorkerClient) {
    this.#list.addEventListener('change', () => this.#show());
    part('copy').addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(this.#text()).then(
        () => true,
        () => false,
      );
      part('copied').textContent = isCopied ? 'Copied.' : 'The browser does not allow it.';
    });
    part('zip').addEventListener('click', async () => {
      // Whoever stops the work wants no archive.
      const made = await worker.ask('zip', { files: this.#files }).catch(() => undefined);
      if (made !== undefined) {
        save(made.bytes, 'generated.zip');
      }
    });
  }

  /** Shows files. */
  set(files: Texts): void {
    this.#files = files;
    const names = Object.keys(files);
    // The sources are what one reads; of them, the services first.
    const order = [/^src\/.*\.client\.ts$/, /^src\/.*\.server\.ts$/, /^src\//, /./];
    const sorted = order.flatMap((kind, i) =>
      names.filter((name) => kind.test(name) && !order.slice(0, i).some((earlier) => earlier.test(name))),
    );
    setChoices(
      this.#list,
      sorted.map((name) => [name, name] as const),
    );
    for (const id of ['copy', 'zip']) {
      part<HTMLButtonElement>(id).disabled = names.length === 0;
    }
    this.#show();
  }

  #show(): void {
    this.#content.textContent = beginningOf(this.#text());
    part('copied').textContent = '';
  }

  #text(): string {
    return this.#files[this.#list.value] ?? '';
  }
}

function save(bytes: Uint8Array, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes.slice()], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
