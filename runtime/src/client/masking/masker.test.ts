import { CallMaskers, createMasker } from './masker.js';

const masker = createMasker();
const operation = { name: 'ChangePassword', method: 'changePassword', input: {} } as const;

describe('credentials in XML', () => {
  it.each([
    ['<sessionId>s3cret</sessionId><id>7</id>', '<sessionId>***</sessionId><id>7</id>'],
    ['<a:SESSIONID x="y">s3cret</a:SESSIONID>', '<a:SESSIONID x="y">***</a:SESSIONID>'],
    ['<ticket>a</ticket><ticket>b</ticket>', '<ticket>***</ticket><ticket>***</ticket>'],
    ['<o:Password Type="#PasswordText">p&lt;w</o:Password>', '<o:Password Type="#PasswordText">***</o:Password>'],
    ['<password><![CDATA[</password>]]></password><b/>', '<password>***</password><b/>'],
    ['<password><!--</password>-->x</password><b/>', '<password>***</password><b/>'],
    ['<token><token>a</token>b</token>c', '<token>***</token>c'],
    ['<token><token/>b</token>c', '<token>***</token>c'],
    ['<token><tokens>b</token>c', '<token>***</token>c'],
    ['<Credentials><User>u</User><Code>1</Code></Credentials>', '<Credentials>***</Credentials>'],
    ['<authHash>cut off here', '<authHash>***'],
    ['<authHash>cut off</aut', '<authHash>***'],
    ['<authHash', '<authHash'],
    ['<sessionId/><id>7</id>', '<sessionId/><id>7</id>'],
    ['<sessionId></sessionId><id>7</id>', '<sessionId></sessionId><id>7</id>'],
    ['<hasPassword>true</hasPassword>', '<hasPassword>true</hasPassword>'],
    ['<login user="me" password="p w" pin=\'1\'/>', '<login user="me" password="***" pin=\'***\'/>'],
    ['<login password = "a>b"\n  pin="cut', '<login password = "***"\n  pin="***'],
    ['<a xmlns:token="urn:t" token:id="1"/>', '<a xmlns:token="urn:t" token:id="1"/>'],
    ['<token value="x" type="t"/>', '<token value="***" type="t"/>'],
    [
      '<add key="apiKey" value="x"/><add key="mode" value="y"/>',
      '<add key="apiKey" value="***"/><add key="mode" value="y"/>',
    ],
    [
      '<param name="password">x</param><param name="id">y</param>',
      '<param name="password">***</param><param name="id">y</param>',
    ],
    ['<input name="pwd" value="x"><p>text</p>', '<input name="pwd" value="***"><p>text</p>'],
    [
      '<e><Key>Password</Key><Value>x</Value></e><e><Key>Id</Key><Value>y</Value></e>',
      '<e><Key>Password</Key><Value>***</Value></e><e><Key>Id</Key><Value>y</Value></e>',
    ],
    [
      '<s:Value><![CDATA[<password>x</password>]]></s:Value>',
      '<s:Value><![CDATA[<password>***</password>]]></s:Value>',
    ],
    ['<s>&lt;password&gt;x&lt;/password&gt;</s>', '<s>&lt;password&gt;***&lt;/password&gt;</s>'],
    ['<s>&amp;lt;a pin=&amp;quot;x&amp;quot;/&amp;gt;</s>', '<s>&amp;lt;a pin=&amp;quot;***&amp;quot;/&amp;gt;</s>'],
    ['<sessionIdentifier>kept</sessionIdentifier>', '<sessionIdentifier>kept</sessionIdentifier>'],
    ['a < b and c > d, token less', 'a < b and c > d, token less'],
  ])('%s', (text, expected) => {
    expect(masker.text(text)).toBe(expected);
  });
});

describe('credentials in JSON and what debuggers print', () => {
  it.each([
    ['{"password":"x","id":7}', '{"password":"***","id":7}'],
    ['{"password" : "a\\"b\\\\", "id": "\\\\"}', '{"password" : "***", "id": "\\\\"}'],
    ['{"pin":1234,"id":7}', '{"pin":***,"id":7}'],
    ['{"token":null,"pin":"","hasPassword":false}', '{"token":null,"pin":"","hasPassword":false}'],
    ['{"credentials":{"user":"}","x":["]"]},"id":7}', '{"credentials":***,"id":7}'],
    ['{"tokens":["a","b"],"id":7}', '{"tokens":***,"id":7}'],
    ['{"tokens":["a","b', '{"tokens":***'],
    ['{"password":"cut off', '{"password":"***'],
    ['{"credit card cvc":"123","a":"b"}', '{"credit card cvc":"***","a":"b"}'],
    [
      '{"name":"password","value":"x"},{"name":"id","value":"y"}',
      '{"name":"password","value":"***"},{"name":"id","value":"y"}',
    ],
    ['{"body":"{\\"password\\":\\"x\\",\\"id\\":7}"}', '{"body":"{\\"password\\":\\"***\\",\\"id\\":7}"}'],
    [
      '"{\\"b\\":\\"{\\\\\\"pin\\\\\\":\\\\\\"x\\\\\\"}\\"}"',
      '"{\\"b\\":\\"{\\\\\\"pin\\\\\\":\\\\\\"***\\\\\\"}\\"}"',
    ],
    ['{"xml":"\\u003cpin\\u003e12\\u003c/pin\\u003e"}', '{"xml":"\\u003cpin\\u003e***\\u003c/pin\\u003e"}'],
    ["{ password: 'x', user: 'me' }", "{ password: '***', user: 'me' }"],
    ['{ pin: 1234, user: me }', '{ pin: ***, user: me }'],
    ["array('password' => 'x', 'id' => 7)", "array('password' => '***', 'id' => 7)"],
    ['[Token] => x', '[Token] => x'],
  ])('%s', (text, expected) => {
    expect(masker.text(text)).toBe(expected);
  });
});

describe('credentials in pairs, headers and other texts', () => {
  it.each([
    ['a=1&token=x&b=2', 'a=1&token=***&b=2'],
    ['/a?%74icket=x#f', '/a?%74icket=***'],
    ['user[password]=x', 'user[password]=x'],
    ['?return=%2Fa%3Ftoken%3Dx%26id%3D7', '?return=%2Fa%3Ftoken%3D***%26id%3D7'],
    ['a=1&amp;token=x&amp;b=2', 'a=1&amp;token=***&amp;b=2'],
    ['Server=db;User Id=me;Password=my pass;Timeout=5', 'Server=db;User Id=me;Password=***;Timeout=5'],
    ['level=info password="a \\"b" id=7', 'level=info password="***" id=7'],
    ['session id: abc, id: 7', 'session id: ***, id: 7'],
    ['Authorization: Digest a="b", c="d"\r\nAccept: x', 'Authorization: ***\r\nAccept: x'],
    ["'Cookie: a=b; c=d', 'Accept: x'", "'Cookie: ***', 'Accept: x'"],
    ['got Bearer eyJhbGciOi.J9 here', 'got Bearer *** here'],
    ['Basic authentication failed, bearer instruments', 'Basic authentication failed, bearer instruments'],
    ['token == x, token != y, (token) => z', 'token == x, token != y, (token) => z'],
    ['/GetToken/token: element "x" is missing', '/GetToken/token: element "x" is missing'],
    ['/GetToken/token: "x" is not a valid int', '/GetToken/token: "***" is not a valid int'],
    ['at f (token.js:10:5)', 'at f (token.js:10:5)'],
    [
      'Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
      'Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
    ],
    ['at https://me:pw@h/x and mail a@b.c', 'at https://***@h/x and mail a@b.c'],
    ['at https:\\/\\/me:pw@h\\/x', 'at https:\\/\\/***@h\\/x'],
    ['Order 4711 of session', 'Order 4711 of session'],
  ])('%s', (text, expected) => {
    expect(masker.text(text)).toBe(expected);
  });

  it('parts of forms, up to the next boundary', () => {
    const part = (name: string, value: string): string =>
      `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
    expect(masker.text(`${part('"pin"', '1\r\n2')}${part('"id"', '7')}${part('otp', '5')}--b--`)).toBe(
      `${part('"pin"', '***')}${part('"id"', '7')}${part('otp', '***')}--b--`,
    );
    expect(masker.text('; name="pin"\n\ncut')).toBe('; name="pin"\n\n***');
  });

  it('is unchanged when it is masked again', () => {
    for (const text of [
      '<pin>1</pin>',
      '{"pin":"x"}',
      'pin=x&a=b',
      'Authorization: Bearer x',
      'https://a:b@c/?pin=1',
    ]) {
      expect(masker.text(masker.text(text))).toBe(masker.text(text));
    }
  });
});

describe('addresses', () => {
  const { address } = new CallMaskers().common;

  it.each([
    ['https://me:pw@h/X.asmx/Op?authHash=1&id=2#f', 'https://***@h/X.asmx/Op?authHash=***&id=2#f'],
    ['https://h/a@b?c=d', 'https://h/a@b?c=d'],
    ['https://user:my pass@host/x', 'https://***@host/x'],
    ['https://user:pa/ss@host/x', 'https://***@host/x'],
    ['https://user:pa#ss?@host/x', 'https://***@host/x'],
    ['https:/user:pw@host', 'https:/***@host'],
    ['https:\\\\user:pw@host', 'https:\\\\***@host'],
    ['ftp://u:p@h/x?token=t,u', 'ftp://***@h/x?token=***'],
    ['user:pw@host/x', 'user:***@host/x'],
    ['//user:pw@host/x', '//***@host/x'],
    ['http//user:pw@host/x', '***@host/x'],
    ['x?%70in=%31&a=b', 'x?%70in=***&a=b'],
  ])('%s', (text, expected) => {
    expect(address(text)).toBe(expected);
  });
});

describe('the credentials of a call', () => {
  it('are hidden wherever they come back', () => {
    const known = new CallMaskers().of({
      operation,
      input: {
        sessionId: 'abcd1234',
        deep: [{ Password: 'hunter22' }],
        pin: '12',
        id: 5n,
        kv: { Key: 'otp', Value: 998877 },
      },
    });
    expect(known.text('Session abcd1234 of hunter22 has 12 entries for 998877.')).toBe(
      'Session *** of *** has 12 entries for ***.',
    );
    expect(known.text('hunter22hunter22 HUNTER22')).toBe('*** HUNTER22');
  });

  it('are not all that is in an element with the name of the operation', () => {
    const known = new CallMaskers().of({ operation, input: { userId: 'somebody', ChangePassword: 'hunter22' } });
    const body = (password: string): string =>
      `<ChangePassword><userId>somebody</userId><ChangePassword>${password}</ChangePassword></ChangePassword>`;
    expect(known.text(body('hunter22'))).toBe(body('***'));
    expect(known.text('<ChangePasswordResponse>\n<id>7</id></ChangePasswordResponse>')).toContain('<id>7</id>');
    expect(masker.text(body('hunter22'))).toBe('<ChangePassword>***</ChangePassword>');
  });

  it('may be whole documents: the beginning is looked for, and short ones beside it all the same', () => {
    // No two pieces of it are alike.
    const long = Array.from({ length: 200_000 }, (_, i) => `${i}/`).join('');
    const known = new CallMaskers().of({ operation, input: { token: long, password: 's3cret' } });
    expect(known.text(`a s3cret ${long.slice(0, 512)} b`)).toBe('a *** *** b');
  });

  it('are hidden where a text was cut in the middle of one', () => {
    const known = new CallMaskers().of({ operation, input: { password: 'ab&cdefgh' } });
    expect(known.beginning(`${'x'.repeat(10)}ab&cdefgh`, 16)).toBe(`${'x'.repeat(10)}***…`);
    expect(known.beginning('x ab&amp;cde', 100)).toBe('x ***');
    expect(known.beginning('x ab&amp;cd&am', 100)).toBe('x ***');
    expect(known.beginning('x ab%26cd%', 100)).toBe('x ***');
    expect(known.text('cannot read "ab&amp;cd…" here, nor ab…')).toBe('cannot read "***…" here, nor ab…');
    expect(known.beginning('100%', 100)).toBe('100%');
    expect(known.beginning('AT&T and R&D', 100)).toBe('AT&T and R&D');
  });
});

it('a long text is cut', () => {
  expect(masker.text('x'.repeat(2_000_000))).toHaveLength(262_145);
});

it('nothing is hidden when masking is off', () => {
  const { common } = new CallMaskers(false);
  const error = new Error('password=x');
  expect(common.text('<pin>1</pin>')).toBe('<pin>1</pin>');
  expect(common.address('http://a:b@c/?pin=1')).toBe('http://a:b@c/?pin=1');
  expect(common.beginning('abcdef', 3)).toBe('abc…');
  expect(common.value(error)).toBe(error);
  expect(common.data({ pin: '1' })).toEqual({ pin: '1' });
  expect([common.isSecret('pin'), common.isSecretHeader('Cookie')]).toEqual([false, false]);
});
