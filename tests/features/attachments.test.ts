import { messageValidator } from '@wsdl-codegen/runtime';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const schema = `
  <x:element name="Store"><x:complexType><x:sequence><x:element name="name" type="x:string"/><x:element name="data" type="x:base64Binary"/><x:element name="more" type="x:base64Binary" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element>
  <x:element name="Title" type="x:string" nillable="true"/>
  <x:element name="StoreResponse"><x:complexType><x:sequence><x:element name="copy" type="x:base64Binary"/></x:sequence></x:complexType></x:element>`;

function document(version: 'soap' | 'soap12'): string {
  const body = `<${version}:body use="literal"/>`;
  const related = (part: string, type: string): string =>
    `<mime:multipartRelated><mime:part>${body}</mime:part><mime:part><mime:content part="${part}" type="${type}"/></mime:part></mime:multipartRelated>`;
  return wsdl(
    `<message name="in"><part name="parameters" element="t:Store"/></message><message name="out"><part name="parameters" element="t:StoreResponse"/></message>
     <message name="send"><part name="parameters" element="t:Store"/><part name="photo" type="x:base64Binary"/></message>
     <message name="sent"><part name="result" element="t:StoreResponse"/><part name="thumb" type="x:base64Binary"/></message>
     <message name="title"><part name="parameters" element="t:Title"/><part name="scan" type="x:base64Binary"/></message>
     <portType name="pt">
       <operation name="Name"><input message="t:title"/><output message="t:title"/></operation>
       <operation name="Store"><input message="t:in"/><output message="t:out"/></operation>
       <operation name="Send"><input message="t:send"/><output message="t:sent"/></operation>
     </portType>
     <binding name="b" type="t:pt"><${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
       <operation name="Store"><${version}:operation soapAction="urn:store"/><input>${body}</input><output>${body}</output></operation>
       <operation name="Send"><${version}:operation soapAction="urn:send"/><input>${related('photo', 'image/png')}</input><output>${related('thumb', '*/*')}</output></operation>
       <operation name="Name"><${version}:operation soapAction="urn:name"/><input>${related('scan', '*/*')}</input><output>${related('scan', '*/*')}</output></operation>
     </binding>
     <service name="Files"><port name="p" binding="t:b"><${version}:address location="http://files.example/svc"/></port></service>`,
    schema,
  );
}

describe.each(['soap', 'soap12'] as const)('over %s', (version) => {
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await packageOf({ 'files.wsdl': document(version) }, { packageName: 'files' });
  });
  const data = Uint8Array.from({ length: 300 }, (_, i) => i % 256);

  it('MTOM carries binary values outside the envelope, in both directions', async () => {
    let received: unknown;
    const implementation = {
      store: (input: { data: Uint8Array }) => {
        received = input;
        return input.data.slice().reverse();
      },
      send: () => undefined,
      name: () => undefined,
    };
    const { client, last } = connect(load(made.files), 'Files', implementation, {
      client: { mtom: true, soap12Action: true },
    });
    const input = { name: 'n', data, more: [Uint8Array.of(1), Uint8Array.of()] };
    expect(await client.store(input)).toEqual(data.slice().reverse());
    expect(received).toEqual(input);
    expect(last.requestHeaders['Content-Type']).toMatch(
      /^multipart\/related; boundary="[^"]*"; start="[^"]*"; type="application\/xop\+xml"; start-info="/,
    );
    expect(last.request).toContain('xop:Include');
    expect(last.response).toContain('xop:Include');
    expect(last.response).not.toContain('base64');
  });

  it('without it the same values are base64', async () => {
    const implementation = {
      store: (input: { data: Uint8Array }) => input.data,
      send: () => undefined,
      name: () => undefined,
    };
    const { client, last } = connect(load(made.files), 'Files', implementation, { client: { soap12Action: true } });
    expect(await client.store({ name: 'n', data })).toEqual(data);
    expect(last.request).toContain('AAECAwQFBg');
    expect(last.response).not.toContain('multipart');
  });

  it('attachments are properties of parameter and result', async () => {
    let received: { readonly photo?: unknown; readonly attachments?: number } = {};
    const implementation = {
      store: () => undefined,
      name: () => undefined,
      send: (input: { photo: { content: Uint8Array } }, context: { attachments: readonly unknown[] }) => {
        received = { photo: input.photo, attachments: context.attachments.length };
        return {
          copy: Uint8Array.of(9),
          thumb: { contentType: 'image/gif', content: input.photo.content.subarray(0, 10) },
        };
      },
    };
    const { client, last } = connect(load(made.files), 'Files', implementation, { client: { soap12Action: true } });
    const photo = { contentType: 'image/png', content: data };
    const result = await client.send({ name: 'n', data: Uint8Array.of(1), photo });
    expect(received).toEqual({ photo, attachments: 1 });
    expect(result).toEqual({
      copy: Uint8Array.of(9),
      thumb: { contentType: 'image/gif', content: data.subarray(0, 10) },
    });
    expect(last.request).toMatch(/Content-ID: <photo=/);
  });

  it.each(['text', null])('a body that is the single value %p may have attachments', async (title) => {
    let received: unknown;
    const implementation = {
      store: () => undefined,
      send: () => undefined,
      name: (input: object) => {
        received = input;
        return { ...input, scan: { contentType: 'image/gif', content: Uint8Array.of(2) } };
      },
    };
    const { client } = connect(load(made.files), 'Files', implementation, {
      client: { soap12Action: true },
      validate: messageValidator(),
    });
    const input = { $value: title, scan: { contentType: 'image/png', content: Uint8Array.of(1) } };
    const result = await client.name(input);
    expect(received).toEqual(input);
    expect(result).toEqual({ $value: title, scan: { contentType: 'image/gif', content: Uint8Array.of(2) } });
  });

  it('types say so', () => {
    expect(findings(made)).toEqual([]);
    const use = `import { FilesClient } from './index.js';
      const client = new FilesClient({ mtom: true });
      const photo = { contentType: 'image/png', content: new Uint8Array() };
      export const sent: Promise<string> = client.send({ name: 'n', data: photo.content, photo }).then(({ copy, thumb }) => thumb.contentType + copy.length);
      export const named: Promise<string | null> = client.name({ $value: 'x', scan: photo }).then(({ $value, scan }) => $value && scan.contentType);
      // @ts-expect-error the attachment is missing
      client.send({ name: 'n', data: photo.content });`;
    expect(typeCheck({ files: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);
});
