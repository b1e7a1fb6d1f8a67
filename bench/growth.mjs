/**
 * How time grows with the length of a message, from 1 KB to 100 MB: decoding, encoding, a server that answers, and a client that reads the answer. Linear is a
 * time for each megabyte that stays the same. An argument is the greatest length in megabytes, 100 unless given.
 */
import { fileURLToPath } from 'node:url';
import { formatXml, parseXml } from '@wsdl-codegen/runtime/schema';
import { importGenerated } from './lib/packages.mjs';
import { namespace, recordsOf } from './lib/records.mjs';
import { saveResults } from './lib/results.mjs';
import { fixed, median, table } from './lib/table.mjs';

const greatest = Number(process.argv[2] ?? 100) * 1e6;
const bytesEach = 330;
/** Processor time of a measurement, and how often each is repeated at most. */
const enoughMs = 400;
const most = 2000;

const { RecordsClient, elements, records } = await importGenerated(
  'records',
  fileURLToPath(new URL('fixtures/Records.wsdl', import.meta.url)),
);
const { createServer } = await import('@wsdl-codegen/runtime/node');
const element = elements[`{${namespace}}ListResponse`];

/** Milliseconds of processor time of this process for a call: the median of as many as are worth while. */
async function time(call) {
  const samples = [];
  let total = 0;
  while (samples.length < 3 || (total < enoughMs && samples.length < most)) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    samples.push((user + system) / 1000);
    total += (user + system) / 1000;
  }
  // The first ones may compile code.
  return median(samples.slice(samples.length >> 2));
}

let list = [];
const server = createServer({ services: [records({ ping: () => 0, put: () => 0, list: () => list })] });
const message = (count) =>
  Buffer.from(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><List xmlns="${namespace}"><count>${count}</count></List></e:Body></e:Envelope>`,
  );
const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}/List"` };
const answer = () => server.handle({ method: 'POST', url: '/Records.asmx', headers, body: message(1) });

/** The client with a transport that has the answer already. */
async function clientOf() {
  const { status, headers: fields, body } = await answer();
  const bytes = Buffer.from(body);
  const transport = async () => ({ status, statusText: 'OK', headers: new Headers(fields), body: bytes });
  return new RecordsClient({ baseUrl: 'http://localhost', transport, limits: { maxResponseBytes: 1e9 } });
}

const results = [];
for (let length = 1000; length <= greatest; length *= 10) {
  list = recordsOf(Math.max(1, Math.round(length / bytesEach)));
  const xml = formatXml(element, { record: list });
  const client = await clientOf();
  const times = {
    decode: await time(() => parseXml(element, xml)),
    encode: await time(() => formatXml(element, { record: list })),
    server: await time(answer),
    client: await time(() => client.list({ count: 1 })),
  };
  results.push({ length: xml.length, ...times });
}

const names = ['decode', 'encode', 'server', 'client'];
table(
  'Milliseconds of processor time for each MB, by length of the message',
  ['MB', ...names],
  results.map((result) => [
    fixed(result.length / 1e6, 3),
    ...names.map((name) => fixed(result[name] / (result.length / 1e6), 1)),
  ]),
);
saveResults('growth', results);
