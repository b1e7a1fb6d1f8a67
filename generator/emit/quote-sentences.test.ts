import { quoteSentences } from './quote-sentences.js';

const value = (code: string): unknown => new Function(`return (${code})`)();

test('a short text stays on the line of its name', () => {
  expect(quoteSentences("It's short.", '  ', 13)).toBe(" 'It\\'s short.'");
});

test('a long text becomes literals of at most 120 columns, with the same value', () => {
  const text = "Marks a message as read, in 'all' folders.  Says so.\n".repeat(20);
  const code = quoteSentences(text, '    ', 13);
  const lines = code.split('\n').slice(1);
  expect(lines.length).toBeGreaterThan(8);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(lines.every((line) => line.startsWith("      '"))).toBe(true);
  expect(value(code)).toBe(text);
});

test('a word that is longer than a line is not broken', () => {
  const word = 'x'.repeat(300);
  const code = quoteSentences(`before ${word} after`, '', 13);
  expect(code).toContain(`'${word} '`);
  expect(value(code)).toBe(`before ${word} after`);
});
