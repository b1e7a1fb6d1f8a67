import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { SoapFaultError } from '@wsdl-codegen/runtime';
import { addressingOf, wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { createServer } from '@wsdl-codegen/runtime/node';
import { checkSecurity, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { recordingTransport } from '../own-client.mjs';

/** The descriptor of the service whose messages have header blocks. */
export const notesWsdl = fileURLToPath(new URL('./Notes.wsdl', import.meta.url));

/** User and password of all calls that succeed. */
export const user = 'me';
export const password = 'pa ss<&>ü';

/** A server that checks tokens if `secured`, and records what each call carried. */
export async function startNotes({ notes }, secured) {
  const seen = [];
  const record = ({ text }, context) => {
    seen.push({ text, principal: context.principal, addressing: addressingOf(context) });
    return text;
  };
  const check = checkSecurity({ passwords: (name) => (name === user ? password : undefined) });
  const server = createServer({
    services: [notes({ echo: record })],
    addressing: true,
    extensions: secured ? [check] : [],
  });
  const answers = [];
  const http = createHttpServer((request, response) => {
    const write = response.end.bind(response);
    response.end = (body, ...rest) => {
      answers.push(String(body));
      return write(body, ...rest);
    };
    server.nodeListener(request, response);
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${http.address().port}/notes`;
  return {
    url,
    take: () => ({ seen: seen.splice(0), answer: answers.splice(0).at(-1) ?? '' }),
    close: () => http.close(),
  };
}

/** Calls a server of another stack; gives the result, and the answer's properties of WS-Addressing. */
export async function callNotes(
  { NotesClient },
  address,
  { binding, text, addressing, security, password: secret, stamped },
) {
  const { transport, lastExchange } = recordingTransport();
  const token = usernameToken(user, secret, { digest: security === 'digest', nonce: security === 'digest' });
  const parts = [...(stamped ? [timestamp()] : []), token];
  const client = new NotesClient({
    address,
    transport,
    addressing: addressing && wsAddressing(addressing),
    extensions: security === 'none' ? [] : [wsSecurity({ parts, mustUnderstand: true })],
  });
  let answered;
  try {
    const onResponse = (answer) => {
      answered = addressingOf(answer);
    };
    const value = await client.echo({ text }, { binding, onResponse });
    return { type: 'text', value, answered, ...lastExchange() };
  } catch (error) {
    const codes = error instanceof SoapFaultError ? [error.code, ...error.subcodes].map(({ name }) => name) : [];
    const type = codes.length > 0 ? 'fault' : 'error';
    return { type, value: codes.join(' ') || String(error), answered, ...lastExchange() };
  }
}
