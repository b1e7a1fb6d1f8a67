/** Decoding and encoding of a large answer: 20,000 records, against the `soap` package on the same text and values. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtIns, complexType, element, field, formatXml, parseXml, sequence } from '@wsdl-codegen/runtime/schema';

import soap from 'soap';
import { rounds } from './lib/rounds.mjs';
import { fixed, table } from './lib/table.mjs';

const ns = 'http://bench.example/';
const count = 20_000;
const fields = {
  id: 'long',
  code: 'string',
  title: 'string',
  amount: 'decimal',
  rate: 'double',
  quantity: 'int',
  active: 'boolean',
  created: 'dateTime',
};

const response = element(
  ns,
  'ListResponse',
  complexType(ns, '', {
    content: sequence([
      field(
        ns,
        'record',
        complexType(ns, 'Record', {
          content: sequence(Object.entries(fields).map(([name, type]) => field(ns, name, builtIns.get(type)))),
        }),
        { min: 0, max: Number.POSITIVE_INFINITY },
      ),
    ]),
  }),
);

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${ns}" targetNamespace="${ns}">
<wsdl:types><xs:schema targetNamespace="${ns}" elementFormDefault="qualified">
<xs:complexType name="Record"><xs:sequence>${Object.entries(fields)
  .map(([name, type]) => `<xs:element name="${name}" type="xs:${type}"/>`)
  .join('')}</xs:sequence></xs:complexType>
<xs:element name="List"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
<xs:element name="ListResponse"><xs:complexType><xs:sequence><xs:element name="record" type="t:Record" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></wsdl:types>
<wsdl:message name="in"><wsdl:part name="parameters" element="t:List"/></wsdl:message>
<wsdl:message name="out"><wsdl:part name="parameters" element="t:ListResponse"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="List"><wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="List"><soap:operation soapAction="${ns}List"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const value = {
  record: Array.from({ length: count }, (_, i) => ({
    id: BigInt(i) * 4_294_967_296n,
    code: `R-${i}`,
    title: `Record number ${i} <of & many>`,
    amount: `${i}.50`,
    rate: i / 7,
    quantity: i,
    active: i % 2 === 0,
    created: '2026-01-02T03:04:05Z',
  })),
};
const body = formatXml(response, value);
const envelope = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body.replace(/^<\?xml[^>]*\?>/, '')}</soap:Body></soap:Envelope>`;

const folder = mkdtempSync(join(tmpdir(), 'codegen-bench-'));
writeFileSync(join(folder, 'records.wsdl'), wsdl);
const client = await soap.createClientAsync(join(folder, 'records.wsdl'));
rmSync(folder, { recursive: true });
const peer = client.wsdl;
const peerValue = peer.xmlToObject(envelope).Body.ListResponse;
if (peerValue.record.length !== count || parseXml(response, body).record.length !== count) {
  throw new Error('records are missing');
}

/** Milliseconds of one run. */
const time = (work) => () => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const megabytes = body.length / 1e6;
for (const [title, contenders] of [
  [
    `Decode ${count} records`,
    { ours: time(() => parseXml(response, body)), soap: time(() => peer.xmlToObject(envelope)) },
  ],
  [
    `Encode ${count} records`,
    {
      ours: time(() => formatXml(response, value)),
      soap: time(() => peer.objectToDocumentXML('ListResponse', peerValue, 't', ns, 'ListResponse')),
    },
  ],
]) {
  const results = await rounds(contenders, 7);
  table(
    `${title} (${fixed(megabytes)} MB)`,
    ['contender', 'ms', 'MB/s', 'time, as a multiple of ours'],
    Object.entries(results).map(([name, { median, ratio }]) => [
      name,
      fixed(median),
      fixed((megabytes / median) * 1000),
      fixed(ratio, 2),
    ]),
  );
}
