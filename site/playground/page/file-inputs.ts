import { descriptionName, mostBytes, type Tasks } from '../tasks.js';

type GivenFiles = Tasks['open']['given'];

/** Calls back with the files that somebody chooses. */
export function onChosen(input: HTMLInputElement, open: (given: Promise<GivenFiles>) => void): void {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])].filter((file) => !input.webkitdirectory || descriptionName.test(file.name));
    input.value = '';
    open(bytesOf(files));
  });
}

/** Calls back with the files that somebody drops on the page. */
export function onDropped(open: (given: Promise<GivenFiles>) => void): void {
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
  document.addEventListener('drop', (event) => {
    if (isFiles(event)) {
      event.preventDefault();
      body.classList.remove('dropping');
      open(bytesOf([...(event.dataTransfer?.files ?? [])]));
    }
  });
}

async function bytesOf(files: readonly File[]): Promise<GivenFiles> {
  if (files.reduce((sum, { size }) => sum + size, 0) > mostBytes) {
    throw new Error(`The files have more than ${mostBytes / 2 ** 20} MB.`);
  }
  const read = files.map(async (file) => {
    const name = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
    try {
      return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
    } catch {
      throw new Error(`"${name}" cannot be read. Choose a folder with "Add a folder".`);
    }
  });
  return { files: await Promise.all(read) };
}
