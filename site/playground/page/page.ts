/** The page of the playground: it shows, and the worker works. Texts of descriptions are shown as texts alone. */
import type { Tasks, Texts } from '../tasks.js';
import { withCodeLinks } from './code-links.js';
import { ComparePanel } from './compare-panel.js';
import { Documents } from './documents.js';
import { examples } from './examples.js';
import { onChosen, onDropped } from './file-inputs.js';
import { FilesPanel } from './files-panel.js';
import { MessagesPanel } from './messages-panel.js';
import { afterPause, part, textOfError } from './parts.js';
import { makeTabs } from './tabs.js';
import { StoppedError, WorkerClient } from './worker-client.js';

const status = part('status');
const stop = part<HTMLButtonElement>('stop');
const worker = new WorkerClient((isBusy) => {
  stop.hidden = !isBusy;
});
const files = new FilesPanel(worker);
const messages = new MessagesPanel(worker);
const comparison = new ComparePanel(worker);
const strict = part<HTMLInputElement>('strict');
const name = part<HTMLInputElement>('name');

const parts = {
  list: part<HTMLSelectElement>('document'),
  text: part<HTMLTextAreaElement>('text'),
  name: part<HTMLInputElement>('document-name'),
  bar: part('documents'),
};
const generateSoon = afterPause(250, generate);
const documents = new Documents(parts, generateSoon);

/** Whether the worker generates, and whether something changed since it began. */
let isGenerating = false;
let isStale = false;

async function generate(): Promise<void> {
  isStale = isGenerating;
  worker.giveUp();
  if (!isGenerating) {
    isGenerating = true;
    await generateNow();
    isGenerating = false;
    if (isStale) {
      generate();
    }
  }
}

async function generateNow(): Promise<void> {
  const { texts } = documents;
  if (Object.keys(texts).length === 0) {
    show(nothing, 'There is no description yet.');
    comparison.set(texts, strict.checked);
    return;
  }
  status.textContent = 'Working…';
  try {
    const start = performance.now();
    const answer = await worker.ask('generate', { texts, name: name.value.trim(), strict: strict.checked });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const made = `${Object.keys(answer.files).length} files in ${seconds} s`;
    show(answer, answer.summary === '' ? `${made}.` : `${made}; ${answer.summary}.`);
    comparison.set(texts, strict.checked);
  } catch (error) {
    const text = error instanceof StoppedError ? 'Stopped. Change the description to begin again.' : textOfError(error);
    show(nothing, text);
  }
}

const nothing: Tasks['generate']['answer'] = { files: {}, diagnostics: '', summary: '', subjects: [] };

function show(answer: Tasks['generate']['answer'], text: string): void {
  status.textContent = text;
  part('diagnostics').replaceChildren(...withCodeLinks(answer.diagnostics));
  files.set(answer.files);
  messages.set(answer.subjects);
}

async function open(given: Promise<Tasks['open']['given']>): Promise<void> {
  try {
    const read = await given;
    worker.giveUp();
    const { texts, problems } = await worker.ask('open', read);
    if (Object.keys(texts).length > 0) {
      documents.add(texts);
    }
    part('input-problem').textContent = problems.join('\n');
  } catch (error) {
    part('input-problem').textContent = textOfError(error);
  }
}

/** Other documents in the place of all. */
function begin(texts: Texts): void {
  part('input-problem').textContent = '';
  documents.set(texts);
}

// What scrolls can be reached with keys.
for (const id of ['content', 'diagnostics', 'head', 'report']) {
  part(id).tabIndex = 0;
}
const example = part<HTMLSelectElement>('example');
example.append(...[...examples.keys()].map((title) => new Option(title, title)));
example.addEventListener('change', () => {
  const texts = examples.get(example.value);
  if (texts !== undefined) {
    begin(texts);
  }
});
onChosen(part('choose'), open);
onChosen(part('choose-folder'), open);
onDropped(open);
part('remove').addEventListener('click', () => documents.remove());
part('remove-all').addEventListener('click', () => begin({}));
name.addEventListener('input', generateSoon);
strict.addEventListener('change', generateSoon);
stop.addEventListener('click', () => worker.stop());
const [tabs] = document.querySelectorAll<HTMLElement>('[role="tablist"]');
if (tabs !== undefined) {
  makeTabs(tabs, (panel) => {
    messages.show(panel === 'panel-messages');
    comparison.show(panel === 'panel-compare');
  });
}
generate();
