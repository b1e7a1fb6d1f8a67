import { CallMaskers, createMasker } from './masker.js';

const masker = createMasker();
const operation = { name: 'ChangePassword', method: 'changePassword', input: {} } as const;

/** XML with the prefixes that the cases use. */
const document = (content: string): string => `<r xmlns:a="urn:a" xmlns:o="urn:o">${content}</r>`;

it('names of the contract in advice are no credentials', () => {
  const message = '/Pay/sessionID: the type has no such property; did you mean "sessionId"?';
  expect(masker.text(message)).toBe(message);
  expect(masker.text('/Pay/pin: "1; did you mean "2"?" is not a number.')).toBe('/Pay/pin: "***" is not a number.');
});

describe('credentials in XML', () => {
  it.each([
    ['<sessionId>s3cret</sessionId><id>7</id>', '<sessionId>***</sessionId><id>7</id>'],
    ['<a:SESSIONID x="y">s3cret</a:SESSIONID>', '<a:SESSIONID x="y">***</a:SESSIONID>'],
    ['<z:pin xmlns:z="urn:pin">1</z:pin >', '<z:pin xmlns:z="urn:pin">***</z:pin >'],
    ['<ticket>a</ticket><ticket>b</ticket>', '<ticket>***</ticket><ticket>***</ticket>'],
    ['<o:Password Type="#PasswordText">p&lt;w</o:Password>', '<o:Password Type="#PasswordText">***</o:Password>'],
    ['<password><![CDATA[</password>]]></password><b/>', '<password>***</password><b/>'],
    ['<password><!--</password>-->x</password><b/>', '<password>***</password><b/>'],
    ['<password>a<![CDATA[b]]>&#99;<!-- d -->e</password><b/>', '<password>***</password><b/>'],
    ['<token><token>a</token>b</token>c', '<token>***</token>c'],
    ['<token><token/>b</token>c', '<token>***</token>c'],
    ['<Credentials><User>u</User><Code>1</Code></Credentials>', '<Credentials>***</Credentials>'],
    ['<sessionId/><id>7</id>', '<sessionId/><id>7</id>'],
    ['<sessionId></sessionId><id>7</id>', '<sessionId></sessionId><id>7</id>'],
    ['<hasPassword>true</hasPassword>', '<hasPassword>true</hasPassword>'],
    ['<login user="me" password="p w" pin=\'1\'/>', '<login user="me" password="***" pin=\'***\'/>'],
    ['<login password = "a>b&quot;"\n  pin="&#49;" />', '<login password = "***"\n  pin="***" />'],
    ['<login a:password="x" pin="" token="null"/>', '<login a:password="***" pin="" token="null"/>'],
    ['<b xmlns:token="urn:t" token:id="1"/>', '<b xmlns:token="urn:t" token:id="1"/>'],
    ['<token value="x" type="t"/>', '<token value="***" type="t"/>'],
    [
      '<add key="apiKey" value="x"/><add key="mode" value="y"/>',
      '<add key="apiKey" value="***"/><add key="mode" value="y"/>',
    ],
    [
      '<param name="password">x</param><param name="id">y</param>',
      '<param name="password">***</param><param name="id">y</param>',
    ],
    [
      '<e><Key>Password</Key><Value>x</Value></e><e><Key>Id</Key><Value>y</Value></e>',
      '<e><Key>Password</Key><Value>***</Value></e><e><Key>Id</Key><Value>y</Value></e>',
    ],
    ['<b>one<!-- token=x --> two</b><?pi token=x?><c/>', '<b>one two</b><c/>'],
    ['<b><![CDATA[1 < 2]]></b>', '<b><![CDATA[1 < 2]]></b>'],
    ['<sessionIdentifier>kept</sessionIdentifier>', '<sessionIdentifier>kept</sessionIdentifier>'],
  ])('%s', (text, expected) => {
    expect(masker.text(document(text))).toBe(document(expected));
  });

  it.each([
    ['<![CDATA[<password>x</password>]]>', '&lt;password&gt;***&lt;/password&gt;'],
    ['&lt;password&gt;x&lt;/password&gt;', '&lt;password&gt;***&lt;/password&gt;'],
    ['&lt;a pin=&quot;x&quot; b=&quot;y&quot;/&gt;', '&lt;a pin="***" b="y"/&gt;'],
    ['&amp;lt;a pin=&amp;quot;x&amp;quot;/&amp;gt;', '&amp;lt;a pin=***'],
    ['{"pin":"x","id":7}', '{"pin":"***","id":7}'],
    ['a=1&amp;token=x&amp;b=2', 'a=1&amp;token=***&amp;b=2'],
    ['https://me:pw@h/?token=x', 'https://***@h/?token=***'],
  ])('in a text of it: %s', (text, expected) => {
    expect(masker.text(document(text))).toBe(document(expected));
  });

  it('in what is not well-formed: it is given by its length', () => {
    const cases = [
      ['<authHash>cut off here', '<authHash>***'],
      ['<authHash>cut off</aut', '<authHash>***'],
      ['<a><b>1</b><authHash', '<a><b>1</b>(9 more characters)'],
      ['<a><b>1</b>password: x', '<a><b>1</b>(11 more characters)'],
      ['<a/>password: x', '<a/>(11 more characters)'],
      ['<o:b>x</o:b>', '(12 characters)'],
      ['<!DOCTYPE a [<!ENTITY e "x">]><password>&e;</password>', '(54 characters)'],
      ['<a token="x', '(11 characters)'],
      ['<a b="1"><c token="x" token="y"/></a>', '<a b="1">(28 more characters)'],
      ['<a>&unknown;</a>', '<a>(13 more characters)'],
      ['<a><password>x</pass></a>', '<a><password>***'],
    ] as const;
    for (const [text, expected] of cases) {
      expect(masker.text(text)).toBe(expected);
      expect(masker.text(expected)).toBe(expected);
    }
  });

  it('is read to its end, however long it is', () => {
    const item = '<e><n>1</n><pin>2</pin></e>';
    expect(masker.text(document(item.repeat(20_000)))).toBe(document(item.replace('2', '***').repeat(20_000)));
  });

  it('keeps its declaration and white space, and nothing else that is outside of it', () => {
    expect(masker.text('\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<a/>\n')).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\r\n<a/>\n',
    );
    expect(masker.text('<?xml version="1.0"?><!-- token=x --><?y token=x?><a/><!-- token=x -->')).toBe(
      '<?xml version="1.0"?><a/>',
    );
  });
});

describe('credentials in JSON and what debuggers print', () => {
  it.each([
    ['{"password":"x","id":7}', '{"password":"***","id":7}'],
    ['{"password" : "a\\"b\\\\", "id": "\\\\"}', '{"password":"***","id":"\\\\"}'],
    ['{"pin":1234,"id":7}', '{"pin":"***","id":7}'],
    ['{"id" : 7}', '{"id" : 7}'],
    ['{"token":null,"pin":"","hasPassword":false}', '{"token":null,"pin":"","hasPassword":false}'],
    ['{"credentials":{"user":"}","x":["]"]},"id":7}', '{"credentials":{"user":"***","x":["***"]},"id":7}'],
    ['{"tokens":["a","b"],"id":7}', '{"tokens":["***","***"],"id":7}'],
    ['{"pin":"x","pin":"","id":7}', '{"pin":"","id":7}'],
    ['{"tokens":["a","b', '{"tokens":***'],
    ['{"password":"cut off', '{"password":***'],
    ['{"credit card cvc":"123","a":"b"}', '{"credit card cvc":"***","a":"b"}'],
    ['{"name":"password","value":"x"},{"name":"id","value":"y"}', '{"name":"password"***'],
    ['[{"name":"password","value":"x"},{"name":"id"}]', '[{"name":"password","value":"***"},{"name":"id"}]'],
    ['{"body":"{\\"password\\":\\"x\\",\\"id\\":7}"}', '{"body":"{\\"password\\":\\"***\\",\\"id\\":7}"}'],
    ['"{\\"b\\":\\"{\\\\\\"pin\\\\\\":\\\\\\"x\\\\\\"}\\"}"', '"{\\"b\\":\\"{\\\\\\"pin\\\\\\":***'],
    ['{"xml":"\\u003cpin\\u003e12\\u003c/pin\\u003e"}', '{"xml":"<pin>***</pin>"}'],
    ["{ password: 'x', user: 'me' }", '{ password: ***'],
    ["array('password' => 'x', 'id' => 7)", "array('password' => ***"],
    ['[Token] => x', '[Token] => ***'],
  ])('%s', (text, expected) => {
    expect(masker.text(text)).toBe(expected);
    expect(masker.text(expected)).toBe(expected);
  });
});

describe('credentials in pairs, headers and other texts', () => {
  it.each([
    ['a=1&token=x&b=2', 'a=1&token=***&b=2'],
    ['token=x&token=y&Token=z', 'token=***&token=***&Token=***'],
    ['a=%zz&%74oken=%zz&b=+', 'a=%zz&%74oken=***&b=+'],
    ['/a?%74icket=x#f', '/a?%74icket=***#f'],
    ['/a#access_token=x', '/a#access_token=***'],
    ['user[password]=x', 'user[password]=***'],
    ['?return=%2Fa%3Ftoken%3Dx%26id%3D7', '?return=%2Fa%3Ftoken%3D***%26id%3D7'],
    ['a=%3Cpin%3E1%3C%2Fpin%3E&b=2', 'a=%3Cpin%3E***%3C%2Fpin%3E&b=2'],
    ['email=a@b.c&x=1', 'email=a@b.c&x=1'],
    ['a=1&amp;token=x&amp;b=2', 'a=1&amp;token=***'],
    ['see https://me:pw', 'see https://me:***'],
    ['see https://h:8080', 'see https://h:8080'],
    ['Server=db;User Id=me;Password=my pass;Timeout=5', 'Server=db;User Id=me;Password=***'],
    ['level=info password="a \\"b" id=7', 'level=info password=***'],
    ['session id: abc, id: 7', 'session id: ***'],
    ['Accept: x\r\nAuthorization: Digest a="b", c="d"', 'Accept: x\r\nAuthorization: ***'],
    ['got Bearer eyJhbGciOi.J9 here', 'got Bearer *** here'],
    ['Basic authentication failed, bearer instruments', 'Basic authentication failed, bearer instruments'],
    ['(token) => z', '(token) => ***'],
    ['password: true, pin: null; token = ""', 'password: true, pin: null; token = ""'],
    ['/GetToken/token: element "x" is missing', '/GetToken/token: element "***" is missing'],
    ['/GetToken/token: "x" is not a valid int', '/GetToken/token: "***" is not a valid int'],
    ['/GetToken/token: the element is missing', '/GetToken/token: the element is missing'],
    ['at f (token.js:10:5)', 'at f (token.js:10:5)'],
    ['bad password: x\ny\n    at f (a.js:1:2)\n    at g (b.js:3:4)', 'bad password: ***'],
    [
      'Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
      'Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
    ],
    ['at https://me:pw@h/x and mail a@b.c', 'at https://***@h/x and mail a@b.c'],
    ['at https:\\/\\/me:pw@h\\/x', 'at https:\\/\\/***@h\\/x'],
    ['see <pin>1</pin> and <b>2</b>', 'see <pin>***'],
    ['see <a:Password Type="x">1', 'see <a:Password***'],
    ['see &lt;pin&gt;1&lt;/pin&gt; here', '(33 characters)'],
    ['see pass%77ord%3Dx here', '(23 characters)'],
    ['Order 4711 of session', 'Order 4711 of session'],
    ['a < b and c > d, token less', 'a < b and c > d, token less'],
  ])('%s', (text, expected) => {
    expect(masker.text(text)).toBe(expected);
    expect(masker.text(expected)).toBe(expected);
  });

  it('parts of forms and of packages', () => {
    const part = (name: string, value: string): string =>
      `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
    expect(masker.text(`${part('"id"', '7')}${part('"pin"', '1\r\n2')}--b--`)).toBe(
      `${part('"id"', '7')}--b\r\nContent-Disposition: form-data; name="pin"***`,
    );
    const head = '--b\r\nContent-Type: text/xml\r\nContent-ID: <a@b>\r\n\r\n';
    expect(masker.text(`${head}<a><pin>1</pin></a>\r\n--b\r\n\r\npin=1`)).toBe(`${head}<a><pin>***`);
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
    expect(known.beginning(`${'x'.repeat(10)} ab&cdefgh`, 17)).toBe(`${'x'.repeat(10)} ***…`);
    expect(known.beginning('x ab&amp;cde', 100)).toBe('(12 characters)');
    expect(known.beginning('x ab&amp;cd&am', 100)).toBe('(14 characters)');
    expect(known.beginning('x ab%26cd%', 100)).toBe('(10 characters)');
    expect(known.text('cannot read "ab&cd…" here, nor ab…')).toBe('cannot read "***…" here, nor ab…');
    expect(known.text('cannot read "ab&amp;cd…" here, nor ab…')).toBe('(38 characters)');
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
