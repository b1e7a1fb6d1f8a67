import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { soap11 } from '../service/soap-version.js';
import { XmlReader, XmlWriter } from '../xml/index.js';
import { type BodyCodecOptions, bodyCodec } from './body.js';
import { readContent } from './body-content.js';
import { enterBody, enterEnvelope } from './envelope.js';
import { anyName } from './other-element.js';

const ns = 'urn:svc';
const Echo = element(
  ns,
  'Echo',
  complexType(ns, '', { content: sequence([field(ns, 'text', xs.string, { min: 0 })]) }),
);

function read(body: string, options: Partial<BodyCodecOptions> = {}, message: object = { element: Echo }): unknown {
  const cursor = new XmlReader(`<s:Envelope xmlns:s="${soap11.namespace}"><s:Body>${body}</s:Body></s:Envelope>`);
  enterBody(cursor, enterEnvelope(cursor));
  return bodyCodec({}, { version: '1.1', ...options }).decode(message, cursor);
}

function written(message: object, value: unknown): string {
  const output = new XmlWriter({ prefixes: new Map([[ns, '']]) });
  bodyCodec({}, { version: '1.1' }).encode(message, value, output);
  return output.toString();
}

describe('a Body that does not begin with the element of its message', () => {
  const other = '<o:Other xmlns:o="urn:other" xmlns="urn:svc"><text>x</text></o:Other>';

  it('is an error when nothing else is said', () => {
    expect(() => read(other)).toThrow('expected <Echo> in namespace "urn:svc", found <Other> in namespace "urn:other"');
    expect(() => read('')).toThrow('expected <Echo>, the Body is empty');
  });

  it('is read as if it had the right name where the name has no meaning', () => {
    expect(read(other, { otherElement: anyName })).toEqual({ text: 'x' });
    expect(() => read('', { otherElement: anyName })).toThrow('the Body is empty');
  });

  it('returns only its children if the element is ignored, and nothing if it is empty', () => {
    expect(read(other, { otherElement: () => readContent })).toEqual({ text: 'x' });
    expect(read('', { otherElement: () => readContent })).toEqual({});
  });

  it('is refused with the error of the caller', () => {
    const refuse = (): never => {
      throw new RangeError('not here');
    };
    expect(() => read(other, { otherElement: refuse })).toThrow(RangeError);
  });
});

describe('a result that is one property of the element', () => {
  const message = { element: Echo, unwrap: 'text' };

  it('is left out if the message has no result, whatever a handler returns', () => {
    const nothing = { element: element(ns, 'Done', complexType(ns, '', {})), unwrap: '$void' };
    for (const value of [undefined, 5, 'x', { text: 'x' }]) {
      expect(written(nothing, value)).toBe('<Done xmlns="urn:svc"/>');
    }
    expect(read('<Done xmlns="urn:svc"/>', {}, nothing)).toBeUndefined();
  });

  it('is wrapped when it is written, and taken out when it is read', () => {
    expect(written(message, 'x')).toBe('<Echo xmlns="urn:svc"><text>x</text></Echo>');
    expect(read(written(message, 'x'), {}, message)).toBe('x');
  });

  it('may be missing', () => {
    expect(written(message, undefined)).toBe('<Echo xmlns="urn:svc"/>');
    expect(read(written(message, undefined), {}, message)).toBeUndefined();
  });
});

it('a message without an element has no value, whatever its Body contains', () => {
  expect(written({}, { text: 'x' })).toBe('');
  expect(read('<a/><b/>', {}, {})).toBeUndefined();
});
