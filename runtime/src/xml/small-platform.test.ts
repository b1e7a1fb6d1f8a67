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
