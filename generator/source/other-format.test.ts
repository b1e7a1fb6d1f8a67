import { otherFormat } from './other-format.js';

const formatOf = (text: string) => otherFormat(new TextEncoder().encode(text), text);

it('knows pages by their beginning, and gives their title', () => {
  expect(formatOf('<!DOCTYPE html>\n<html><head><title>Sign in -\n Corp</title>')).toBe(
    'an HTML page, "Sign in - Corp"',
  );
  expect(formatOf('<!-- a --><HTML lang="en"><body>')).toBe('an HTML page');
});

it('knows archives by their first bytes', () => {
  expect(otherFormat(Uint8Array.of(0x1f, 0x8b, 8, 0), '')).toBe('compressed with gzip');
  expect(otherFormat(Uint8Array.of(0x50, 0x4b, 3, 4), '')).toBe('a ZIP archive');
});

it('leaves everything else to the reader of XML', () => {
  for (const text of ['', '<a/>', 'Not found', '<htmlish/>', '<?xml version="1.0"?><html/>', '<!DOCTYPE a><a/>']) {
    expect(formatOf(text)).toBeUndefined();
  }
});
