import { AddressFault$element } from '../../../tests/support/runtime/fixture.js';
import { type SoapVersion, soap11, soap12 } from '../service/soap-version.js';
import { type XmlElement, XmlReader, XmlWriter } from '../xml/index.js';
import { declaredFaults } from './declared-faults.js';
import type { FaultInfo } from './fault.js';
import { writeEnvelope } from './write-envelope.js';
import { type FaultContent, writeFault, writeUpgrade } from './write-fault.js';

const faults = [{ name: 'AddressFaultFault', element: AddressFault$element }];
const tree: XmlElement = { namespace: 'urn:x', name: 'Info', attributes: [], children: ['kept'] };

function written(version: SoapVersion, fault: FaultContent): string {
  const writer = new XmlWriter();
  writeEnvelope(writer, version, [], (output) => writeFault(output, version, fault));
  return writer.toString().replace(/^.*<soap:Body>(.*)<\/soap:Body>.*$/, '$1');
}

function read(text: string): FaultInfo {
  const fault = declaredFaults(() => new XmlReader(text), { operation: { faults } }, undefined);
  if (fault === undefined) {
    throw new Error('The envelope has no fault.');
  }
  return fault;
}

const in11 = (fault: string): string =>
  `<e:Envelope xmlns:e="${soap11.namespace}"><e:Body>${fault}</e:Body></e:Envelope>`;
const in12 = (fault: string): string =>
  `<e:Envelope xmlns:e="${soap12.namespace}"><e:Body>${fault}</e:Body></e:Envelope>`;

describe('writing', () => {
  it('SOAP 1.1: names without namespace, in the order of the specification', () => {
    expect(written('1.1', { code: 'Client', reason: 'no <such> street', actor: 'urn:a', detail: [] })).toBe(
      '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no &lt;such&gt; street</faultstring>' +
        '<faultactor>urn:a</faultactor><detail/></soap:Fault>',
    );
    expect(written('1.1', { code: { namespace: 'urn:c', name: 'Own' }, reason: 'x' })).toMatch(
      /^<soap:Fault><faultcode xmlns:(\w+)="urn:c">\1:Own<\/faultcode><faultstring>x<\/faultstring><\/soap:Fault>$/,
    );
  });

  it('SOAP 1.2: the codes by their new names, subcodes nested, a reason with its language', () => {
    const fault: FaultContent = {
      code: 'Server',
      subcodes: [
        { namespace: soap12.namespace, name: 'Outer' },
        { namespace: soap12.namespace, name: 'Inner' },
      ],
      reason: 'Занято',
      language: 'ru',
      node: 'urn:n',
      actor: 'urn:r',
      detail: [{ element: AddressFault$element, value: { Code: 7 } }],
    };
    expect(written('1.2', fault)).toBe(
      '<soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value><soap:Subcode><soap:Value>soap:Outer</soap:Value>' +
        '<soap:Subcode><soap:Value>soap:Inner</soap:Value></soap:Subcode></soap:Subcode></soap:Code>' +
        '<soap:Reason><soap:Text xml:lang="ru">Занято</soap:Text></soap:Reason><soap:Node>urn:n</soap:Node>' +
        '<soap:Role>urn:r</soap:Role><soap:Detail><ns1:AddressFault xmlns:ns1="{geo_namespace}"><ns1:Code>7</ns1:Code>' +
        '</ns1:AddressFault></soap:Detail></soap:Fault>',
    );
  });

  it('an Upgrade header names the versions that are understood', () => {
    const writer = new XmlWriter();
    writeUpgrade(writer, ['1.2', '1.1']);
    const text = writer.toString();
    expect(text).toContain(`<soap12:Upgrade xmlns:soap12="${soap12.namespace}">`);
    expect(text).toContain('<soap12:SupportedEnvelope qname="soap12:Envelope"/>');
    expect(text).toMatch(
      new RegExp(`xmlns:(\\w+)="${soap11.namespace}" qname="\\1:Envelope"|qname="(\\w+):Envelope" xmlns:\\2=`),
    );
  });
});

describe('what is written is read', () => {
  const contents: FaultContent[] = [
    { code: 'Client', reason: 'a & b' },
    { code: 'MustUnderstand', reason: '' },
    { code: { namespace: 'urn:c', name: 'Own' }, reason: 'x', actor: 'urn:a', detail: [{ tree }] },
    { code: 'Server', reason: 'x', detail: [{ element: AddressFault$element, value: { Code: 7, Text: 'y' } }] },
  ];
  it.each(['1.1', '1.2'] as const)('SOAP %s', (version) => {
    for (const content of contents) {
      const writer = new XmlWriter();
      writeEnvelope(writer, version, [], (output) => writeFault(output, version, content));
      const info = read(writer.toString());
      const entry = content.detail?.[0];
      expect(info).toMatchObject({
        version,
        kind: typeof content.code === 'string' ? content.code : undefined,
        reason: content.reason,
        actor: content.actor,
        faultName: entry !== undefined && 'element' in entry ? 'AddressFaultFault' : undefined,
      });
      if (entry !== undefined) {
        expect(info.detail).toMatchObject('element' in entry ? (entry.value as object) : [tree]);
      }
    }
  });
});

describe('reading', () => {
  it.each([
    ['e:Client', 'Client'],
    ['e:Client.Authentication', 'Client'],
    ['e:Server', 'Server'],
    ['Server', 'Server'],
    ['e:VersionMismatch', 'VersionMismatch'],
    ['x:Client', undefined],
    ['e:Something', undefined],
  ])('the SOAP 1.1 code %s is the kind %s', (code, kind) => {
    const fault = read(
      in11(`<e:Fault xmlns:x="urn:x"><faultcode>${code}</faultcode><faultstring>r</faultstring></e:Fault>`),
    );
    expect(fault.kind).toBe(kind);
    expect(fault.detail).toBeUndefined();
  });

  it('a WCF fault: an undeclared prefix resolved, a language, an internal code', () => {
    const fault = read(
      in11(
        '<e:Fault><faultcode xmlns:a="http://schemas.microsoft.com/ws/2005/05/addressing/none">a:ActionNotSupported</faultcode>' +
          '<faultstring xml:lang="en-US">No.</faultstring></e:Fault>',
      ),
    );
    expect(fault.code).toEqual({
      namespace: 'http://schemas.microsoft.com/ws/2005/05/addressing/none',
      name: 'ActionNotSupported',
    });
    expect(fault.reasons).toEqual([{ language: 'en-US', text: 'No.' }]);
  });

  it('prefers the English reason, else takes the first', () => {
    const reasons = '<e:Text xml:lang="ru">Нет</e:Text><e:Text xml:lang="en-GB">No</e:Text>';
    const code = '<e:Code><e:Value>e:Sender</e:Value></e:Code>';
    const fault = read(in12(`<e:Fault>${code}<e:Reason>${reasons}</e:Reason></e:Fault>`));
    expect([fault.reason, fault.reasons.length, fault.kind]).toEqual(['No', 2, 'Client']);
    const russian = read(in12(`<e:Fault>${code}<e:Reason><e:Text xml:lang="ru">Нет</e:Text></e:Reason></e:Fault>`));
    expect(russian.reason).toBe('Нет');
  });

  it('keeps an undeclared detail as trees, with all its elements, also when none is there', () => {
    const detail = '<detail><a xmlns="urn:x">1</a> <b/></detail>';
    const fault = read(in11(`<e:Fault><faultcode>e:Server</faultcode><faultstring/>${detail}</e:Fault>`));
    expect(fault.detail).toMatchObject([{ namespace: 'urn:x', name: 'a', children: ['1'] }, { name: 'b' }]);
    expect(read(in11('<e:Fault><faultcode>e:Server</faultcode><detail/></e:Fault>')).detail).toEqual([]);
  });

  it.each(['', ' xmlns="urn:other"'])('a declared detail by its local name, with the namespace "%s"', (xmlns) => {
    const detail = `<detail><AddressFault${xmlns}><Code>7</Code><Text>y</Text></AddressFault></detail>`;
    const fault = read(in11(`<e:Fault><faultcode>e:Server</faultcode>${detail}</e:Fault>`));
    expect(fault).toMatchObject({ faultName: 'AddressFaultFault', detail: { Code: 7, Text: 'y' } });
  });

  it('a fault that is next to nothing', () => {
    const fault = read(in11('<e:Fault/>'));
    expect([fault.code, fault.reason, fault.kind]).toEqual([{ namespace: '', name: '' }, '', undefined]);
  });

  it('children in the namespace of the envelope, in any order, with foreign ones between', () => {
    const fault = read(
      in11(
        '<e:Fault><e:faultstring>r</e:faultstring><x xmlns="urn:x"><faultstring/></x><e:faultcode>e:Client</e:faultcode></e:Fault>',
      ),
    );
    expect([fault.reason, fault.kind]).toEqual(['r', 'Client']);
  });

  it.each([
    ['in no namespace', '', 'Sender', 'Client'],
    ['in the namespace of SOAP 1.2', ` xmlns="${soap12.namespace}"`, 'Receiver', 'Server'],
  ])('parts of SOAP 1.2 in an envelope of SOAP 1.1, %s', (_, xmlns, code, kind) => {
    const parts = `<Code${xmlns}><Value>e:${code}</Value><Subcode><Value>own</Value></Subcode></Code><Reason${xmlns}><Text>r</Text></Reason><Detail${xmlns}><x/></Detail>`;
    const fault = read(in11(`<e:Fault>${parts}</e:Fault>`));
    expect([fault.reason, fault.kind, fault.code]).toEqual(['r', kind, { namespace: soap11.namespace, name: code }]);
    expect(fault.subcodes).toMatchObject([{ name: 'own' }]);
    expect(fault.detail).toMatchObject([{ name: 'x' }]);
  });
});
