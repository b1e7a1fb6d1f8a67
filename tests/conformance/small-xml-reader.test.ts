// The same cases for the reader of browsers and workers.
jest.mock('@wsdl-codegen/runtime/xml', () => ({
  ...jest.requireActual('@wsdl-codegen/runtime/xml'),
  XmlReader: jest.requireActual('../../runtime/src/xml/small-reader').SmallReader,
}));

import './xml-reader.test.js';
