/** Front doors of handlers: what they refuse, in which form, and what they read while it arrives. */
import { frontDoor } from '@wsdl-codegen/runtime';
import { attempt, bytesOf } from '../kit.mjs';
import { shown } from './servers.mjs';

const handler = ({ body }) => {
  const text = new TextDecoder().decode(body);
  if (text === 'fail') {
    throw new Error('It failed.');
  }
  return { status: 200, headers: {}, body: `got ${text.length}` };
};
const refused = ({ status, headers, body }, { method, url }) => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ status, text: String(body).trim(), method, url }),
});

/** Asks a door that says in JSON what it refuses. Browsers send some fields only by themselves: `head` has those that a host hands on. */
async function asked({ path = '/x', host = 'door.example', head, ...init } = {}, options = {}) {
  const told = [];
  const door = frontDoor(handler, {
    hosts: ['door.example'],
    decodesBodies: true,
    limits: { maxBodyBytes: 100 },
    refused,
    onError: (error, info) => told.push([error.message, info]),
    ...options,
  });
  const { method = 'POST', body = 'in' } = init;
  if (head !== undefined) {
    const answer = await door.handle({ method, url: path, headers: { host, ...head }, body: bytesOf(body) });
    return { status: answer.status, headers: answer.headers, body: String(answer.body), told };
  }
  const request = new Request(`http://${host}${path}`, { ...init, method, body });
  return { ...(await shown(await door.fetch(request))), told };
}

/** `hello` in gzip, and the same cut short. */
const hello = Uint8Array.from(atob('H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=='), (each) => each.charCodeAt(0));
/** A thousand zeros in deflate. */
const zeros = Uint8Array.from(atob('eJwzMBgFo2AUDHcAAK0au4E='), (each) => each.charCodeAt(0));
const coded = (coding, body) => ({ headers: { 'Content-Encoding': coding }, body });
const fromOther = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
const preflight = {
  method: 'OPTIONS',
  body: '',
  head: {
    ...fromOther,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  },
};
const cors = { origins: ['https://other.example'] };

/** Reads a body as it arrives, up to the first part with a mark. */
const receiving = (head, body) =>
  head.url.endsWith('/whole')
    ? undefined
    : (async () => {
        let length = 0;
        for (let step = await body.next(); step.done !== true; step = await body.next()) {
          length += step.value.length;
          if (step.value.includes(33)) {
            await body.return();
            return { response: { status: 400, headers: {}, body: `enough after ${length}` }, isRead: false };
          }
          if (step.value.includes(63)) {
            throw new Error('It failed as it was read.');
          }
        }
        return { response: { status: 200, headers: {}, body: `read ${length}` }, isRead: true };
      })();

const requests = {
  'a usual request': [],
  'another host': [{ host: 'other.example' }],
  'a page of another site': [{ head: fromOther }],
  'a page of another site, where it may be open': [{ head: fromOther }, { isOpen: () => true }],
  'a preflight of a site that may not': [preflight],
  'a preflight with methods of the place': [preflight, { cors, methods: () => ['PUT', 'DELETE'] }],
  'a preflight without them': [preflight, { cors }],
  'a body that is too long': [{ body: 'x'.repeat(101) }],
  'a body in gzip': [coded('gzip', hello)],
  'a body in gzip that is handed on as it is': [coded('gzip', hello), { decodesBodies: false }],
  'a body that ends too early in gzip': [coded('gzip', hello.slice(0, 12))],
  'a body that is no gzip': [coded('gzip', 'hello')],
  'a body that is too long without deflate': [coded('deflate', zeros)],
  'a body in an unknown coding': [coded('sdch', 'x')],
  'a handler that fails': [{ body: 'fail' }],
  'a handler that fails, in plain text': [{ body: 'fail' }, { refused: undefined }],
  'a target that is none': [{ path: '/a%00b' }],
  'a body that is read as it arrives': [{ body: bytesOf('parts') }, { receiving }],
  'a long body that is read as it arrives': [{ body: 'x'.repeat(200) }, { receiving }],
  'a long body that has to be there as a whole': [{ path: '/whole', body: 'x'.repeat(200) }, { receiving }],
  'a body of which no more is wanted': [{ body: 'stop!' }, { receiving }],
  'a reader that fails': [{ body: 'why?' }, { receiving }],
  'another host, while the body arrives': [{ host: 'other.example' }, { receiving }],
};

export const frontDoors = {
  ...Object.fromEntries(
    Object.entries(requests).map(([name, given]) => [`front door: ${name}`, () => attempt(() => asked(...given))]),
  ),
  'front door: options that are none': () =>
    Promise.all(
      [{ methods: [] }, { refused: true }, { receiving: 1 }, { decodesBodies: 'gzip' }, { recieving: receiving }].map(
        (options) => attempt(() => frontDoor(handler, options)),
      ),
    ),
};
