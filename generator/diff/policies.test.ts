import { contractOf, wsdl } from '../../tests/support/descriptors.js';
import type { Contract } from '../contract/model.js';
import { diffContracts } from './diff.js';

const names =
  'xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"';

async function contractWith(policy: string, ofAnswers = '', port = 'P'): Promise<Contract> {
  const operation = (name: string): string =>
    `<operation name="${name}"><soap:operation/><input><soap:body use="literal"/></input><output>${attached(ofAnswers)}<soap:body use="literal"/></output></operation>`;
  const text = wsdl(`<message name="M"><part name="p" type="x:int"/></message>
    <portType name="T">${['A', 'B'].map((name) => `<operation name="${name}"><input message="t:M"/><output message="t:M"/></operation>`).join('')}</portType>
    <binding name="B" type="t:T">${attached(policy)}<soap:binding style="rpc"/>${operation('A')}${operation('B')}</binding>
    <service name="S"><port name="${port}" binding="t:B"><soap:address location="https://s.example/"/></port></service>`);
  return (await contractOf({ 'a.wsdl': text })).contract;
}

function attached(policy: string): string {
  return policy === '' ? '' : `<p:Policy ${names}>${policy}</p:Policy>`;
}

/** The changes as `level code (audiences): message`. */
function changes(old: Contract, now: Contract): readonly string[] {
  return diffContracts(old, now).changes.map(({ level, code, effects, message }) => {
    const whom = Object.entries(effects).map(([audience, effect]) => `${audience} ${effect}`);
    return `${level} ${code} (${whom.join(', ')}): ${message}`;
  });
}

const oneOf = (...assertions: readonly string[]): string => `<p:ExactlyOne>${assertions.join('')}</p:ExactlyOne>`;
const transport = (options: string): string =>
  `<s:TransportBinding><p:Policy>${options}</p:Policy></s:TransportBinding>`;
const user = (options: string): string =>
  `<s:SupportingTokens><p:Policy><s:UsernameToken><p:Policy>${options}</p:Policy></s:UsernameToken></p:Policy></s:SupportingTokens>`;
const all = (messages: string): string => `the WS-Policy for ${messages} of all operations at port P`;
const more = (text: string): readonly string[] => [
  `major policy-demand-added (oldClients breaks): ${all('requests')} ${text}`,
  `major policy-demand-added (oldClients breaks): ${all('answers')} ${text}`,
];
const less = (text: string): readonly string[] => [
  `minor policy-demand-removed (newClients breaks): ${all('requests')} ${text}`,
  `minor policy-demand-removed (oldClients strict): ${all('answers')} ${text}`,
];

describe('a change of a policy', () => {
  it.each([
    ['a first demand', '', '<s:Wss10/>', more('demands more: Wss10')],
    ['the last demand', '<s:Wss10/>', '', less('demands less: Wss10')],
    [
      'a demand in an assertion',
      transport(''),
      transport('<s:IncludeTimestamp/>'),
      more('demands more: TransportBinding (IncludeTimestamp)'),
    ],
    [
      'a demand that is gone from an assertion',
      transport('<s:IncludeTimestamp/>'),
      transport(''),
      less('demands less: TransportBinding (IncludeTimestamp)'),
    ],
    [
      'a password as text that becomes a digest',
      user(''),
      user('<s:HashPassword/>'),
      more('demands more: SupportingTokens (HashPassword)'),
    ],
    [
      'a digest that becomes a text',
      user('<s:HashPassword/>'),
      user(''),
      less('demands less: SupportingTokens (HashPassword)'),
    ],
    ['another alternative', '<s:Wss10/>', oneOf('<s:Wss10/>', '<s:Wss11/>'), less('has another alternative')],
    [
      'an alternative that is gone',
      oneOf('<s:Wss10/>', '<s:Wss11/>'),
      '<s:Wss10/>',
      more('no longer has an alternative'),
    ],
    ['what becomes optional', '<s:Wss10/>', '<s:Wss10 p:Optional="true"/>', less('has another alternative')],
    ['what is demanded anyway', '<s:Wss10/>', oneOf('<s:Wss10/>', '<p:All><s:Wss10/><s:Wss11/></p:All>'), []],
    ['the order of alternatives', oneOf('<s:Wss10/>', '<s:Wss11/>'), oneOf('<s:Wss11/>', '<s:Wss10/>'), []],
    ['what may be ignored', '<s:Wss10/>', '<s:Wss10/><s:Wss11 p:Ignorable="true"/>', []],
  ])('%s', async (_, old, now, expected) => {
    const found = changes(await contractWith(old), await contractWith(now));
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it('that is exchanged is both', async () => {
    const found = changes(await contractWith('<s:Wss10/>'), await contractWith('<s:Wss11/>'));
    expect([...found].sort()).toEqual([...more('demands more: Wss11'), ...less('demands less: Wss10')].sort());
  });

  it.each([
    [
      'a first token',
      '',
      user(''),
      'demands more: SupportingTokens',
      'was nothing and is usernameToken({ user, password })',
    ],
    [
      'a token that was optional',
      oneOf(`<p:All>${user('')}</p:All>`, '<p:All/>'),
      user(''),
      'no longer has an alternative',
      'was usernameToken({ user, password }) or nothing and is usernameToken({ user, password })',
    ],
    [
      'what is not supported',
      user(''),
      user('<s:NoPassword/>'),
      'demands more: SupportingTokens (NoPassword)',
      'was usernameToken({ user, password }) and is not supported: SupportingTokens/UsernameToken/NoPassword',
    ],
  ])('to %s names the option of clients', async (_, old, now, change, option) => {
    const found = changes(await contractWith(old), await contractWith(now));
    expect([...found].reverse()).toEqual([
      `${more(change)[0]}; the option security of clients ${option}`,
      more(change)[1],
    ]);
  });

  it('of some messages names them, also where the port has another name', async () => {
    const old = await contractWith('<s:Wss10/>');
    const now = await contractWith('<s:Wss10/>', '<s:SignedParts><s:Body/></s:SignedParts>', 'Q');
    expect(changes(old, now).filter((each) => each.includes('policy'))).toEqual([
      'major policy-demand-added (oldClients breaks): the WS-Policy for answers of all operations at port Q demands more: SignedParts',
    ]);
  });
});
