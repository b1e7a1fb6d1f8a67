import { withinSeconds } from '../../tests/support/processor-time.js';
import { publicAddress, publicText, secretsIn, withoutUser } from './public-address.js';

describe('publicAddress', () => {
  it.each([
    ['http://u:s3cret@host/a.wsdl', 'http://host/a.wsdl'],
    ['https://s3cret@host:8443/a.wsdl?wsdl', 'https://host:8443/a.wsdl?wsdl'],
    ['http://u:s3cret@[::1]:80/a', 'http://[::1]:80/a'],
    ['http://u:p@s3cret@host/a', 'http://host/a'],
    ['HTTP://u:s3cret@host', 'HTTP://host'],
    ['//u:s3cret@host/a', '//host/a'],
    ['http:\\\\u:s3cret@host\\a', 'http:\\\\host\\a'],
    // Characters that should have been escaped.
    ['http://u:my s3cret@host/a', 'http://host/a'],
    ['http://u:my/s3cret@host/a', 'http://host/a'],
    ['http://u:my?s3cret@host/a', 'http://host/a'],
    ['http://u:my#s3cret@host/a', 'http://host/a'],
    ['http://u:my"s3cret@host/a', 'http://host/a'],
    ['http://u:my<s3cret@ho st/a', 'http://ho st/a'],
    // Slashes that were forgotten.
    ['http:/u:s3cret@host/a', 'http:/host/a'],
    ['https:u:s3cret@host/a', 'https:host/a'],
    ['u:s3cret@host/a', 'host/a'],
    ['ftp://u:s3cret@host/a', 'ftp://host/a'],
  ])('leaves user and password out: %s', (address, expected) => expect(publicAddress(address)).toBe(expected));

  it.each([
    'token',
    'TOKEN',
    'access_token',
    'accessToken',
    'id-token',
    'key',
    'api_key',
    'apikey',
    'APIKEY',
    'subscription-key',
    'sig',
    'signature',
    'X-Amz-Signature',
    'X-Amz-Credential',
    'X-Amz-Security-Token',
    'password',
    'newPassword',
    'pwd',
    'pass',
    'code',
    'sas',
    'auth',
    'authKey',
    'client_secret',
    'session',
    'sessionId',
    'PHPSESSIONID',
    'sid',
    'jwt',
    'otp',
    'pin',
    'ticket',
    'user',
    'userName',
    'login',
    '%74oken',
    'to%6ben',
    'a[token]',
    'sharedAccessSignature',
  ])('masks the value of the parameter %s', (name) => {
    expect(publicAddress(`http://h/a?wsdl&${name}=s3cret&x=1`)).toBe(`http://h/a?wsdl&${name}=***&x=1`);
    expect(publicAddress(`a.xsd?${name}=s3cret#top`)).toBe(`a.xsd?${name}=***#top`);
    expect(publicText(`see http://h/a?x=1&amp;${name}=s3cret "there"`)).toBe(
      `see http://h/a?x=1&amp;${name}=*** "there"`,
    );
  });

  it.each([
    ['http://h/a?token=s3cret/with?more;of=it', 'http://h/a?token=***'],
    ['http://h/a?b=1;token=s3cret', 'http://h/a?b=1;token=***'],
    ['http://h/a;jsessionid=s3cret/b.wsdl?wsdl', 'http://h/a;jsessionid=***/b.wsdl?wsdl'],
    ['http://h/a#access_token=s3cret', 'http://h/a#access_token=***'],
    ['http://h/a?t=eyJhbGciOiJIUzI1NiJ9.s3cret.x', 'http://h/a?t=***'],
    ['http://h/a?url=http%3A%2F%2Fu%3As3cret%40other%2F', 'http://h/a?url=***'],
    ['http://h/a?url=http://other/?token=s3cret', 'http://h/a?url=***'],
    ['http://h/a?token=s3 "cret', 'http://h/a?token=***'],
    ['http://h/a?token=%zz', 'http://h/a?token=***'],
  ])('masks secrets wherever they are: %s', (address, expected) => expect(publicAddress(address)).toBe(expected));

  it.each([
    'http://host:8080/@scope/a.wsdl',
    'http://h/a:b@c/d',
    'http://h/a?wsdl',
    'http://h/a?xsd=xsd0',
    'http://h/?keyword=x&author=y',
    'http://h/?singleWsdl',
    'http://h/?token=',
    'http://h/?mail=a@b.c',
    'urn:x',
    '../a@b/c.wsdl',
    'C:\\a@b\\c.wsdl',
    'a.wsdl',
    '',
    'http://h/?token=***',
    'mailto:a@b.c',
    'tag:me@host,2020:x',
  ])('changes nothing in %s', (address) => expect(publicAddress(address)).toBe(address));

  it('changes nothing more when it is applied again', () => {
    const once = publicAddress('http://u:s3cret@h/a;sid=1?token=2&url=http%3A%2F%2Fu%3Ap%40h');
    expect(publicAddress(once)).toBe(once);
  });
});

describe('publicText', () => {
  it.each([
    ['"http://u:s3cret@h/a" could not be fetched', '"http://h/a" could not be fetched'],
    ['two: http://a:s3cret@h/ and https://b:s3cret@h/?sig=s3cret.', 'two: http://h/ and https://h/?sig=***'],
    ['at "http://u:my s3cret@h/a"', 'at "http://h/a"'],
    ["location='//u:s3cret@h/a'", "location='//h/a'"],
    ['http://u:s3cret@h failed: no answer', 'http://h failed: no answer'],
    ['b.xsd?token=s3cret is missing', 'b.xsd?token=*** is missing'],
  ])('shows no secret: %s', (text, expected) => expect(publicText(text)).toBe(expected));

  it.each(['a@b.c', 'use a=b; c=d', 'http://h/ and a@b.c', '// comment @x', 'wrote src/a.ts (code=5)'])(
    'leaves %s as it is',
    (text) => expect(publicText(text)).toBe(text),
  );

  it.each(['//', '//a:', 'http://u:', '?a', ';a=', '?token=', '@', '//a:@', 'http:', '=//@?token=', '?a=//', ';'])(
    'takes time that grows with the length: %s',
    (part) => {
      const text = part.repeat(1_000_000 / part.length);
      // Quadratic time would take minutes for this length.
      return withinSeconds(5, () => publicText(text) + publicAddress(text));
    },
  );
});

it('withoutUser leaves parameters', () => {
  expect(withoutUser('http://u:p@h/a?token=x')).toBe('http://h/a?token=x');
  expect(withoutUser('mailto:a@b.c')).toBe('mailto:a@b.c');
  expect(withoutUser('{scheme}://u:p@{host}/a')).toBe('{scheme}://{host}/a');
});

it('secretsIn returns their places', () => {
  expect(secretsIn('x="http://u:p@h/?key=abc"')).toEqual([
    { start: 10, end: 14, shown: '' },
    { start: 21, end: 24, shown: '***' },
  ]);
});
