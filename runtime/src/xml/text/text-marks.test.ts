import { TextMarks } from './text-marks.js';

it('finds references and carriage returns in the order of the document, and in text that is asked about once more', () => {
  const marks = new TextMarks('a&b\rc d&e\rf');
  const found = [4, 0, 2, 4, 6, 0].map((start) => [
    marks.hasReference(start, start + 3),
    marks.isWritten(start, start + 3),
  ]);
  expect(found).toEqual([
    [false, false],
    [true, true],
    [false, true],
    [false, false],
    [true, true],
    [true, true],
  ]);
});
