import { password } from './own.mjs';

const text = 'a <b> & “c” ü';

/** The calls of a partner: what is in the header, and how the call has to end. `accepted` is the principal, or false. */
export const cases = [
  call('WS-Addressing 1.0', { addressing: '1.0' }),
  call('WS-Addressing 2004/08', { addressing: '2004/08' }),
  call('user name token, text', { security: 'text' }),
  call('user name token, digest', { security: 'digest' }),
  call('text and timestamp', { security: 'text', stamped: true }),
  call('digest and timestamp', { security: 'digest', stamped: true }),
  call('WS-Addressing 1.0, digest and timestamp', { addressing: '1.0', security: 'digest', stamped: true }),
  call('wrong password, text', { security: 'text', password: 'wrong', accepted: false }),
  call('wrong password, digest', { security: 'digest', password: 'wrong', accepted: false }),
];

function call(name, { addressing = false, security = 'none', stamped = false, accepted = true, ...more }) {
  return { name, text, addressing, security, stamped, accepted, password: more.password ?? password };
}

/** What is wrong with a call of our server; undefined if nothing is. */
export function problemAtServer(one, result, { seen, answer }, user) {
  if (!one.accepted) {
    const isRefused = result.type === 'fault' && /FailedAuthentication/.test(result.value + answer);
    return isRefused && seen.length === 0 ? undefined : `not refused: ${JSON.stringify(result)}`;
  }
  const [arrived] = seen;
  if (arrived?.text !== one.text || result.type !== 'text' || result.value !== one.text) {
    return `${JSON.stringify(result)}, arrived: ${JSON.stringify(arrived)}`;
  }
  if (one.security !== 'none' && arrived.principal !== user) {
    return `the principal is ${arrived.principal}`;
  }
  return one.addressing ? problemOfAddressing(one, arrived.addressing, answer) : undefined;
}

function problemOfAddressing({ addressing }, arrived, answer) {
  if (arrived?.version !== addressing || arrived.action !== 'http://notes.example/Notes/Echo' || !arrived.messageId) {
    return `the request has ${JSON.stringify(arrived)}`;
  }
  return answer.includes(`>${arrived.messageId}</`) && answer.includes('>http://notes.example/Notes/EchoAnswer<')
    ? undefined
    : 'the answer has no RelatesTo, or no Action';
}

/** What is wrong with a call of another stack's server. `answers` is true if that server speaks WS-Addressing. */
export function problemAtClient(one, result, answers) {
  if (!one.accepted) {
    return result.type === 'fault' ? undefined : `not refused: ${JSON.stringify(result)}`;
  }
  if (result.type !== 'text' || result.value !== one.text) {
    return `${result.type} ${result.value}`;
  }
  return one.addressing && answers && result.answered?.version !== one.addressing
    ? `the answer has ${JSON.stringify(result.answered)}`
    : undefined;
}
