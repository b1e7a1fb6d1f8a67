import type { Tasks } from '../tasks.js';

type GivenFiles = Tasks['open']['given'];

/** Calls back with the files that somebody chooses. */
export function onChosen(input: HTMLInputElement, open: (given: GivenFiles) => void): void {
  input.addEventListener('change', async () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    open(await bytesOf(files));
  });
}

/** Calls back with the files that somebody drops on the page. */
export function onDropped(open: (given: GivenFiles) => void): void {
  const { body } = document;
  const isFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
  document.addEventListener('dragover', (event) => {
    if (isFiles(event)) {
      event.preventDefault();
      body.classList.add('dropping');
    }
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    body.classList.toggle('dropping', relatedTarget !== null && body.classList.contains('dropping'));
  });
  document.addEventListener('drop', async (event) => {
    if (isFiles(event)) {
      event.preventDefault();
      body.classList.remove('dropping');
      open(await bytesOf([...(event.dataTransfer?.files ?? [])]));
    }
  });
}

async function bytesOf(files: readonly File[]): Promise<GivenFiles> {
  const read = files.map(async (file) => {
    const name = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  });
  return { files: await Promise.all(read) };
}
