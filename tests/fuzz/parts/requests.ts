import { createServer, parseTree } from '@wsdl-codegen/runtime';
import { mutate, mutateBytes } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import type { Random } from '../../support/random.js';
import { apiNamespace, implementations, services } from '../../support/wallet-services.js';
import type { FuzzPart } from '../part.js';

/** A request. Octets of the body are one character each; a field that is absent is empty. */
interface Input {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly type: string;
  readonly action: string;
  readonly body: string;
}

const statuses = new Set([200, 202, 400, 404, 405, 413, 415, 500]);
const accidents: unknown[] = [];
const server = createServer({
  services: services(implementations),
  namespaces: { api_namespace: apiNamespace, geo_namespace: 'http://geo.example/' },
  onError: (error) => accidents.push(error),
});

const envelopes = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'];
const calls: readonly (readonly [service: string, operation: string, xml: string, form: string])[] = [
  [
    'ExchangerApi',
    'Exchange',
    '<sessionId>s</sessionId><CurrencyToBuy>122</CurrencyToBuy><CurrencyToPay>114</CurrencyToPay><amountToPay>1.5</amountToPay>',
    'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5',
  ],
  [
    'AccountApi',
    'TopupAtmCard',
    '<sessionId>s</sessionId><id>1</id><amount>-1E+21</amount><purseFrom/>',
    'sessionId=s&id=1&amount=1,000&purseFrom=',
  ],
  [
    'AccountApi',
    'ContactSetFavorite',
    '<sessionId>s</sessionId><wmid>w</wmid><value>true</value>',
    'sessionId=s&wmid=w&value=TRUE',
  ],
  ['ErrorsApi', 'GetErrorDesc', '<errorCode>5</errorCode><cultureCode>1</cultureCode>', 'errorCode=5&cultureCode=1'],
];
const types = [
  'text/xml; charset=utf-8',
  'application/soap+xml; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/xml',
  'text/xml; charset=utf-16',
  'multipart/form-data; boundary=b',
];

/** Whatever comes is answered with a status that it may have, XML answers are XML, and nothing fails by accident. */
export const requests: FuzzPart<Input> = {
  name: 'requests',
  cases: 4000,
  inputs: drawn(drawRequest),
  check: async ({ method, url, host, type, action, body }) => {
    const answer = await server.handle({
      method,
      url,
      headers: { host, 'content-type': type || undefined, soapaction: action || undefined },
      body: Buffer.from(body, 'latin1'),
    });
    const [accident] = accidents.splice(0);
    if (accident !== undefined) {
      throw accident;
    }
    if (!statuses.has(answer.status)) {
      throw new Error(`status ${answer.status}`);
    }
    if (/xml/.test(answer.headers['Content-Type'] ?? '') && typeof answer.body === 'string') {
      parseTree(answer.body);
    }
  },
};

function drawRequest(random: Random): Input {
  const [service, operation, xml, form] = random.pick(calls);
  const version = random.below(2);
  const soap = `<s:Envelope xmlns:s="${envelopes[version]}"><s:Header><h s:mustUnderstand="0"/></s:Header><s:Body><${operation} xmlns="${apiNamespace}">${xml}</${operation}></s:Body></s:Envelope>`;
  const asForm = random.oneIn(3);
  const text = asForm ? form : soap;
  const body = random.oneIn(12) ? text : mutate(text, random);
  const type = (random.oneIn(4) ? random.pick(types) : types[asForm ? 2 : version]) as string;
  const action = `"${apiNamespace}/${operation}"`;
  const path = `/${service}.asmx${asForm ? `/${operation}` : ''}`;
  const url = asForm && random.oneIn(2) ? `${path}?${body}` : path;
  const usual = url.includes('?') ? 'GET' : 'POST';
  return {
    method: random.oneIn(10) ? random.pick(['GET', 'HEAD', 'PUT', 'OPTIONS', '']) : usual,
    url: random.oneIn(10) ? mutate(url, random) : url,
    host: random.oneIn(20) ? mutate('a:1', random) : 'a:1',
    type: random.oneIn(8) ? mutate(type, random) : type,
    action: random.oneIn(6) ? '' : random.oneIn(6) ? mutate(action, random) : action,
    body: Buffer.from(mutateBytes(body, random)).toString('latin1'),
  };
}
