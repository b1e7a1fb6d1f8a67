import { Masker } from './masking.js';
import { Secrets } from './secrets.js';

const masker = new Masker();
const none = new Secrets([]);

describe('credentials', () => {
  it.each([
    ['<sessionId>s3cret</sessionId><id>7</id>', '<sessionId>***</sessionId><id>7</id>'],
    ['<a:SESSIONID x="y">s3cret</a:SESSIONID>', '<a:SESSIONID x="y">***</a:SESSIONID>'],
    ['<ticket>a</ticket><ticket>b</ticket>', '<ticket>***</ticket><ticket>***</ticket>'],
    [
      '<wsse:Password Type="#PasswordText">p&lt;w</wsse:Password>',
      '<wsse:Password Type="#PasswordText">***</wsse:Password>',
    ],
    ['<password><![CDATA[</x>]]></password><b/>', '<password>***</password><b/>'],
    ['<authHash>cut off here', '<authHash>***'],
    ['<sessionId/><id>7</id>', '<sessionId/><id>7</id>'],
    ['<login user="me" password="p w" pin=\'1\'/>', '<login user="me" password="***" pin="***"/>'],
    ['<sessionIdentifier>kept</sessionIdentifier>', '<sessionIdentifier>kept</sessionIdentifier>'],
  ])('in XML: %s', (text, expected) => {
    expect(masker.text(text, none)).toBe(expected);
  });

  it('in queries and forms, names encoded or not, in any letter case', () => {
    expect(masker.form('sessionid=abc&id=1&%74icket=x&pin')).toBe('sessionid=***&id=1&%74icket=***&pin');
    expect(masker.url('https://me:pw@h/X.asmx/Op?authHash=1&id=2#f')).toBe(
      'https://***@h/X.asmx/Op?authHash=***&id=2#f',
    );
    expect(masker.url('https://h/a@b?c=d')).toBe('https://h/a@b?c=d');
  });

  it('in the path of the address', () => {
    const summary = masker.request(
      { method: 'GET', url: 'http://h/Op/se%20cret/1', headers: {} },
      new Secrets(['se cret']),
    );
    expect(summary.url).toBe('http://h/Op/***/1');
  });

  it('in headers', () => {
    const headers = { Authorization: 'Basic eA==', cookie: 'a=b', 'X-Api-Key': 'k', Token: 't', Accept: '*/*' };
    const summary = masker.request({ method: 'GET', url: 'http://h/', headers }, none);
    expect(summary.headers).toEqual({
      Authorization: '***',
      cookie: '***',
      'X-Api-Key': '***',
      Token: '***',
      Accept: '*/*',
    });
  });

  it('in a form body, by names', () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const summary = masker.request({ method: 'POST', url: 'http://h/', headers, body: 'sessionId=a%26b&x=%20' }, none);
    expect(summary.body).toBe('sessionId=***&x=%20');
  });

  it('wherever the values of the call occur in what comes back', () => {
    const secrets = masker.secrets({ sessionId: 'abcd1234', deep: [{ Password: 'hunter22' }], pin: '12', id: 5n });
    expect(masker.text('Session abcd1234 of hunter22 has 12 entries.', secrets)).toBe(
      'Session *** of *** has 12 entries.',
    );
  });

  it('by names of the user, which may hold characters that mean something in patterns', () => {
    const own = new Masker(['key.+', 'toString']);
    expect(own.text('<key.+>a</key.+><toString>b</toString><sessionId>c</sessionId>', none)).toBe(
      '<key.+>***</key.+><toString>***</toString><sessionId>c</sessionId>',
    );
    expect(new Masker([]).text('<sessionId>c</sessionId> a="b"', none)).toBe('<sessionId>c</sessionId> a="b"');
  });

  it('in long bodies, which are cut', () => {
    const body = `<a>${'x'.repeat(20_000)}</a>`;
    const summary = masker.request({ method: 'POST', url: 'http://h/', headers: {}, body }, none);
    expect(summary.body).toHaveLength(16_385);
    const bytes = masker.request({ method: 'POST', url: 'http://h/', headers: {}, body: new Uint8Array(3) }, none);
    expect(bytes.body).toBe('(3 bytes)');
  });

  it('cost no more than linear time on hostile answers', () => {
    const start = process.cpuUsage();
    masker.text('<pin>'.repeat(200_000), none);
    masker.text('<pin '.repeat(200_000), none);
    masker.text(' pin="'.repeat(200_000), none);
    masker.text('<a:'.repeat(200_000), none);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
  });

  it('may be whole documents: the beginning is looked for, and short ones beside it all the same', () => {
    // No two pieces of it are alike.
    const long = Array.from({ length: 200_000 }, (_, i) => `${i}/`).join('');
    const secrets = new Secrets([long, 's3cret']);
    expect(secrets.hide(`a s3cret ${long.slice(0, 512)} b`)).toBe('a *** *** b');
    expect(secrets.hideIn(`s3cret${'x'.repeat(20_000)}`, 10, (part) => secrets.hide(part))).toBe('***xxxxxxx…');
  });
});
