import * as platform from './platform.js';
import * as smallPlatform from './small-platform.js';

// The tests of the reader, the writer and the escapes of Node, with those of browsers in their place.
jest.mock('./xml-reader.js', () => ({ XmlReader: jest.requireActual('./small-reader').SmallReader }));
jest.mock('./xml-writer.js', () => ({
  XmlWriter: jest.requireActual('./small-document-writer').SmallDocumentWriter,
}));
jest.mock('./tree-reading.js', () => jest.requireActual('./small-tree-reading'));
jest.mock('./escape.js', () => jest.requireActual('./small-characters'));

import './escape.test.js';
import './tree-io.test.js';
import './xml-reader.test.js';
import './xml-writer.test.js';

it('browsers have every name that Node has', () => {
  expect(Object.keys(smallPlatform).sort()).toEqual(Object.keys(platform).sort());
});

it('browsers know the same names as Node, and read the same ones', () => {
  const codes = [...Array(0x10000).keys(), 0x10000, 0x1f600, 0xeffff, 0xf0000, 0x10ffff];
  const texts = codes.map((code) => String.fromCodePoint(code)).flatMap((each) => [each, `a${each}`, `${each}a`]);
  const known = texts.filter((text) => platform.isNCName(text));
  expect(texts.filter((text) => smallPlatform.isNCName(text))).toEqual(known);
  const reads = (text: string): boolean => {
    try {
      const reader = new smallPlatform.XmlReader(`<${text}/>`);
      reader.next();
      return reader.localName === text;
    } catch {
      return false;
    }
  };
  expect(texts.filter(reads)).toEqual(known);
});
