import { formatBase64 } from '../../../schema/lexical/binary.js';

/** Inputs for files write the content into the field that they belong to, or into the message. */
export function readFiles(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-file]')) {
    input.hidden = false;
  }
  form.addEventListener('change', async ({ target: input }) => {
    if (!(input instanceof HTMLInputElement) || input.type !== 'file') {
      return;
    }
    const { file, for: id, insert } = input.dataset;
    if (file === undefined && insert === undefined) {
      return;
    }
    const field = file === undefined ? null : document.getElementById(id ?? '');
    const message = insert === undefined ? null : form.querySelector<HTMLTextAreaElement>('[data-message]');
    const bytes = await bytesOf(input);
    if (bytes !== undefined && field instanceof HTMLInputElement) {
      field.value = file === 'hexBinary' ? hexOf(bytes) : formatBase64(bytes);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (bytes !== undefined && message !== null) {
      message.setRangeText(formatBase64(bytes), message.selectionStart, message.selectionEnd, 'end');
      message.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
}

async function bytesOf({ files }: HTMLInputElement): Promise<Uint8Array | undefined> {
  const content = await files?.[0]?.arrayBuffer();
  return content && new Uint8Array(content);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
