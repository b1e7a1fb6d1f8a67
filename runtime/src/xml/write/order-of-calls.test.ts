import { XmlWriteError } from '../text/errors.js';
import { XmlWriter } from './xml-writer.js';

it('calls that make no document throw', () => {
  const writer = new XmlWriter();
  expect(() => writer.text('t')).toThrow(XmlWriteError);
  expect(() => writer.endElement()).toThrow(XmlWriteError);
  writer.startElement('', 'a');
  expect(() => writer.declaration()).toThrow(XmlWriteError);
  writer.text('t');
  expect(() => writer.attribute('', 'y', '1')).toThrow(XmlWriteError);
  expect(() => writer.declare('p', 'u')).toThrow(XmlWriteError);
  writer.endElement();
  expect(() => writer.startElement('', 'b')).toThrow(/one root/);
  expect(() => writer.text('t')).toThrow(XmlWriteError);
  expect(() => writer.endElement()).toThrow(XmlWriteError);
});
