import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { collect } from './collect.mjs';
import { namespace, pingInput, pingResult } from './records.mjs';

const body = Buffer.from(
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Ping xmlns="${namespace}"><sessionId>session</sessionId><id>42</id><amount>12.5</amount><purse>Z123</purse></Ping></soap:Body></soap:Envelope>`,
);
const headers = () => ({
  'Content-Type': 'text/xml; charset=utf-8',
  SOAPAction: `"${namespace}/Ping"`,
  'Content-Length': body.length,
});
const path = '/Records.asmx';
const hostname = '127.0.0.1';

/** The same request and answer without any SOAP. The options are an object: an address as a text would be parsed for each call. */
export function bareCall(port) {
  const agent = new Agent({ keepAlive: true });
  return () =>
    new Promise((done, fail) => {
      const outgoing = request({ hostname, port, path, method: 'POST', agent, headers: headers() }, (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
      });
      outgoing.on('error', fail);
      outgoing.end(body);
    });
}

/** Our client over its own transport; `generated` is the package of `fixtures/Records.wsdl`. */
export async function ourCall(port, { RecordsClient }) {
  const client = new RecordsClient({ baseUrl: `http://${hostname}:${port}` });
  if ((await client.ping(pingInput)) !== pingResult) {
    throw new Error('wrong result');
  }
  return () => client.ping(pingInput);
}

/** Our client over undici's pool; `generated` is as for `ourCall`. */
export async function ourUndiciCall(port, { RecordsClient }) {
  const { Pool } = await import('undici');
  const { createUndiciTransport } = await import('@wsdl-codegen/undici');
  const baseUrl = `http://${hostname}:${port}`;
  const client = new RecordsClient({ baseUrl, transport: createUndiciTransport(new Pool(baseUrl)) });
  if ((await client.ping(pingInput)) !== pingResult) {
    throw new Error('wrong result');
  }
  return () => client.ping(pingInput);
}

/** The client of the package `soap`. */
export async function soapCall(port) {
  const { default: soap } = await import('soap');
  const client = await soap.createClientAsync(fileURLToPath(new URL('../fixtures/Records.wsdl', import.meta.url)), {
    endpoint: `http://${hostname}:${port}${path}`,
  });
  const httpAgent = new Agent({ keepAlive: true });
  return () => client.PingAsync(pingInput, { httpAgent });
}

/** The same request and answer over undici's pool. */
export async function undiciCall(port) {
  const { Pool } = await import('undici');
  const pool = new Pool(`http://${hostname}:${port}`);
  return async () => (await pool.request({ path, method: 'POST', headers: headers(), body })).body.text();
}

/** Microseconds of this process' processor time for a call, of so many with so many at a time. */
export async function measureCalls(call, count, concurrency) {
  collect();
  const before = process.cpuUsage();
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
