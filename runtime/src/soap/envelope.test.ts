import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { soap11, soap12 } from '../service/soap-version.js';
import { XmlEvent, XmlReader, XmlWriter } from '../xml/index.js';
import { drain, nextChild } from '../xml/interfaces/reader.js';
import { bodyCodec } from './body.js';
import { encodedMessages } from './encoded.js';
import { enterBody, enterEnvelope, type HeaderFacts, SoapFormatError } from './envelope.js';
import { envelopeFrame } from './envelope-frame.js';
import { readHeaderFacts } from './header-block.js';
import { anyName } from './other-element.js';
import { writeEnvelope } from './write-envelope.js';

const ns = 'urn:svc';
const Echo = element(ns, 'Echo', complexType(ns, '', { content: sequence([field(ns, 'text', xs.string)]) }));
const Auth = element(
  'urn:auth',
  'Auth',
  complexType('urn:auth', '', { content: sequence([field('urn:auth', 'user', xs.string)]) }),
);
const literal = bodyCodec({}, { version: '1.1' });
const envelope = (inside: string, namespace = soap11.namespace): string =>
  `<s:Envelope xmlns:s="${namespace}">${inside}</s:Envelope>`;

function problemOf(text: string): string {
  try {
    const cursor = new XmlReader(text);
    enterBody(cursor, enterEnvelope(cursor));
  } catch (error) {
    return error instanceof SoapFormatError ? error.problem : String(error);
  }
  return 'none';
}

describe('writing', () => {
  it('a frame and a content make the same document as a whole envelope', () => {
    for (const version of ['1.1', '1.2'] as const) {
      const content = new XmlWriter({ prefixes: new Map([[ns, '']]) });
      literal.encode({ element: Echo }, { text: 'x' }, content);
      const frame = envelopeFrame(version);
      const whole = new XmlWriter({ prefixes: new Map([[ns, '']]) });
      writeEnvelope(whole, version, [], (output) => literal.encode({ element: Echo }, { text: 'x' }, output));
      expect(frame.start + content.toString() + frame.end).toBe(whole.toString());
    }
  });

  it('declares the schema prefixes on request', () => {
    expect(envelopeFrame('1.1', { schemaPrefixes: true }).start).toBe(
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"' +
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>',
    );
  });

  it.each(['1.1', '1.2'] as const)(
    'puts processing attributes on header blocks in SOAP %s encoding, too',
    (version) => {
      const output = new XmlWriter();
      const named = element('urn:auth', 'Name', xs.string);
      writeEnvelope(
        output,
        version,
        [{ element: named, value: 'me', encoded: true, mustUnderstand: true }],
        () => undefined,
        encodedMessages,
      );
      const style =
        version === '1.1' ? 'http://schemas.xmlsoap.org/soap/encoding/' : 'http://www.w3.org/2003/05/soap-encoding';
      expect(output.toString()).toMatch(/Name [^>]*soap:mustUnderstand="1"[^>]*xsi:type="xsd:string">me</);
      expect(output.toString()).toContain(`soap:encodingStyle="${style}"`);
    },
  );

  it('puts header blocks with their processing attributes before the Body', () => {
    const headers = [
      { element: Auth, value: { user: 'me' }, mustUnderstand: true, actor: 'urn:next', relay: true },
      { tree: { namespace: 'urn:t', name: 'Trace', attributes: [], children: ['1'] } },
    ];
    const write = (version: '1.1' | '1.2'): string => {
      const writer = new XmlWriter();
      writeEnvelope(writer, version, headers, () => undefined);
      return writer.toString();
    };
    expect(write('1.1')).toContain(
      '<soap:Header><ns1:Auth xmlns:ns1="urn:auth" soap:mustUnderstand="1" soap:actor="urn:next"><ns1:user>me</ns1:user></ns1:Auth>',
    );
    expect(write('1.2')).toContain('soap:mustUnderstand="1" soap:role="urn:next" soap:relay="1"');
    expect(write('1.1')).toContain('<Trace xmlns="urn:t">1</Trace></soap:Header><soap:Body/></soap:Envelope>');
  });
});

describe('reading', () => {
  it('recognises the version by the namespace, skips headers, and stops at the Body', () => {
    for (const facts of [soap11, soap12]) {
      const cursor = new XmlReader(
        envelope('<s:Header><a><b/></a></s:Header> <x/> <s:Body><c/></s:Body>', facts.namespace),
      );
      expect(enterEnvelope(cursor)).toBe(facts);
      enterBody(cursor, facts);
      expect(cursor.localName).toBe('Body');
      expect(nextChild(cursor) && cursor.localName).toBe('c');
      drain(cursor);
      expect(cursor.event).toBe(XmlEvent.EndDocument);
    }
  });

  it('shows each header block with what it says about its processing', () => {
    const seen: (readonly [string, HeaderFacts])[] = [];
    const header =
      '<a s:mustUnderstand=" true "/><b s:mustUnderstand="0" s:actor="urn:x"><c s:mustUnderstand="1"/></b><d mustUnderstand="1"/>';
    const cursor = new XmlReader(envelope(`<s:Header>${header}</s:Header><s:Body/>`));
    enterBody(cursor, enterEnvelope(cursor), (at) => {
      seen.push([cursor.localName, readHeaderFacts(at, soap11)]);
      const depth = cursor.depth;
      while (cursor.next() !== XmlEvent.EndElement || cursor.depth !== depth) {
        // The block is of no interest here.
      }
    });
    expect(seen).toEqual([
      ['a', { mustUnderstand: true, relay: false }],
      ['b', { mustUnderstand: false, relay: false, actor: 'urn:x' }],
      ['d', { mustUnderstand: false, relay: false }],
    ]);
  });

  it.each([
    ['<html/>', 'not-envelope'],
    ['<Envelope xmlns="urn:schemas-xmlsoap-org:soap.v1"/>', 'version'],
    ['<Envelope/>', 'version'],
    [envelope(''), 'no-body'],
    [envelope('<Body/>'), 'no-body'],
    [envelope('<s:Header/>'), 'no-body'],
    [envelope('<s:Body/>'), 'none'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('refuses a document that is not well-formed after the Body', () => {
    const cursor = new XmlReader(
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>junk',
    );
    enterBody(cursor, enterEnvelope(cursor));
    expect(() => drain(cursor)).toThrow('outside the root element');
  });
});

describe('messages in a Body', () => {
  const enter = (body: string): XmlReader => {
    const cursor = new XmlReader(envelope(`<s:Body>${body}</s:Body>`));
    enterBody(cursor, enterEnvelope(cursor));
    return cursor;
  };

  it('an element; the elements after it are ignored, and the cursor ends on the end of the Body', () => {
    const cursor = enter('<Echo xmlns="urn:svc"><text>x</text></Echo><more><text/></more>');
    expect(literal.decode({ element: Echo }, cursor)).toEqual({ text: 'x' });
    expect([cursor.event, cursor.localName]).toEqual([XmlEvent.EndElement, 'Body']);
    expect(
      literal.decode({ element: Echo, unwrap: 'text' }, enter('<Echo xmlns="urn:svc"><text>x</text></Echo>')),
    ).toBe('x');
  });

  it('the children of the Body as the fields of a type', () => {
    const parts = complexType(ns, 'Parts', { content: sequence([field(ns, 'a', xs.int), field(ns, 'b', xs.string)]) });
    const output = new XmlWriter({ prefixes: new Map([[ns, '']]) });
    output.startElement(ns, 'root');
    literal.encode({ content: parts }, { a: 1, b: 'x' }, output);
    output.endElement();
    expect(output.toString()).toBe('<root xmlns="urn:svc"><a>1</a><b>x</b></root>');
    const cursor = enter('<a xmlns="urn:svc">1</a><b xmlns="urn:svc">x</b>');
    expect(literal.decode({ content: () => parts }, cursor)).toEqual({ a: 1, b: 'x' });
    expect([cursor.event, cursor.localName]).toEqual([XmlEvent.EndElement, 'Body']);
  });

  it('nothing', () => {
    for (const body of ['', '<unexpected/>']) {
      const cursor = enter(body);
      expect(literal.decode({}, cursor)).toBeUndefined();
      expect([cursor.event, cursor.localName]).toEqual([XmlEvent.EndElement, 'Body']);
    }
    const output = new XmlWriter();
    literal.encode({}, undefined, output);
    expect(output.toString()).toBe('');
  });

  it('a wrapper without children is written for a method without a parameter', () => {
    const empty = element(ns, 'Ping', complexType(ns, '', {}));
    const output = new XmlWriter({ prefixes: new Map([[ns, '']]) });
    literal.encode({ element: empty }, undefined, output);
    expect(output.toString()).toBe('<Ping xmlns="urn:svc"/>');
  });

  it('another element than the declared one is an error, but for rpc answers and where the caller goes by the action', () => {
    const body = '<Other xmlns="urn:else"><text xmlns="urn:svc">x</text></Other>';
    expect(() => literal.decode({ element: Echo }, enter(body))).toThrow(
      'expected <Echo> in namespace "urn:svc", found <Other> in namespace "urn:else"',
    );
    expect(() => literal.decode({ element: Echo }, enter(''))).toThrow('the Body is empty');
    const rpc = bodyCodec({}, { version: '1.1', otherElement: anyName });
    expect(rpc.decode({ element: Echo }, enter(body))).toEqual({ text: 'x' });
    expect(() => rpc.decode({ element: Echo }, enter(''))).toThrow('the Body is empty');
  });

  it('section 5 encoding follows references to elements after the message', () => {
    const encoded = bodyCodec(
      { encoded: true },
      { version: '1.1', otherElement: anyName, parts: { encoded: encodedMessages } },
    );
    const body = '<m:Any xmlns:m="urn:svc"><m:text href="#i"/></m:Any><multiRef id="i">x</multiRef>';
    expect(encoded.decode({ element: Echo }, enter(body))).toEqual({ text: 'x' });
  });
});
