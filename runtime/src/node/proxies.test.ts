import { proxyChoice } from './proxies.js';
import { proxiesOfEnvironment, proxyFor } from './proxy-rules.js';

/** Which proxy an address gets. */

const target = (url: string): { secure: boolean; hostname: string; port: string | number } => {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  return { secure, hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (secure ? 443 : 80) };
};

describe('of the environment', () => {
  const environment = {
    http_proxy: 'http://plain:1',
    HTTPS_PROXY: 'secure.example',
    NO_PROXY:
      'inner.example, .dotted.example *.starred.example 10.1.2.3,port.example:81 [fd00::1]:8080,fd00::2 10.9.0.0/16,fe80::/10,bad/99,10.7.0.0/33',
  };

  it.each([
    ['http://shop.example/', 'plain:1'],
    ['https://shop.example/', 'secure.example:80'],
    ['http://inner.example/', undefined],
    ['https://A.Inner.Example/', undefined],
    ['http://notinner.example/', 'plain:1'],
    ['http://dotted.example/', undefined],
    ['http://a.dotted.example/', undefined],
    ['http://a.starred.example/', undefined],
    ['http://10.1.2.3/', undefined],
    ['http://10.1.2.30/', 'plain:1'],
    ['http://10.9.8.7/', undefined],
    ['http://10.8.8.7/', 'plain:1'],
    ['http://10.7.8.7/', 'plain:1'],
    ['http://[fe80::1]/', undefined],
    ['http://port.example:81/', undefined],
    ['http://port.example/', 'plain:1'],
    ['http://[fd00::1]:8080/', undefined],
    ['http://[fd00::1]/', 'plain:1'],
    ['http://[fd00::2]/', undefined],
    ['http://localhost:8080/', undefined],
    ['http://a.localhost/', undefined],
    ['http://127.0.0.1/', undefined],
    ['http://127.8.8.8/', undefined],
    ['http://[::1]/', undefined],
  ])('%s goes to %s', (url, host) => {
    expect(proxyChoice('environment', environment)(target(url))?.host).toBe(host);
  });

  it('names in lower case win, and one for all addresses is the last', () => {
    const hostOf = (url: string, variables: Readonly<Record<string, string>>): string | undefined =>
      proxyChoice('environment', variables)(target(url))?.host;
    expect(hostOf('http://a/', { http_proxy: 'lower', HTTP_PROXY: 'upper' })).toBe('lower:80');
    expect(hostOf('https://a/', { ALL_PROXY: 'all', http_proxy: 'plain' })).toBe('all:80');
    expect(hostOf('http://a/', { HTTP_PROXY: 'plain', no_proxy: '*' })).toBeUndefined();
    expect(hostOf('http://a/', {})).toBeUndefined();
  });

  it('HTTP_PROXY is not believed in a program of CGI, where a header field sets it', () => {
    const variables = { REQUEST_METHOD: 'GET', HTTP_PROXY: 'http://evil' };
    expect(proxyChoice('environment', variables)(target('http://a/'))).toBeUndefined();
  });

  it('a value that is no address is refused without repeating it', () => {
    expect(() => proxyChoice('environment', { https_proxy: 'socks5://user:s3cret@p' })).toThrow(
      'The environment variable https_proxy is not the http: or https: address of a proxy.',
    );
  });
});

it('a proxy that the program names is for this machine as well, but for exceptions', () => {
  const choose = proxyChoice({ url: 'http://proxy:3128', except: 'inner.example' }, {});
  expect(choose(target('http://localhost/'))?.host).toBe('proxy:3128');
  expect(choose(target('https://inner.example/'))).toBeUndefined();
});

describe('settings of proxies', () => {
  it('name the proxy of an address by its scheme', () => {
    const settings = proxiesOfEnvironment({ HTTP_PROXY: 'ignored:1', http_proxy: 'p:1', HTTPS_PROXY: 'http://s:2' });
    expect(settings).toEqual({ http: 'http://p:1', https: 'http://s:2' });
    expect(proxyFor(new URL('http://shop.example/'), settings)?.origin).toBe('http://p:1');
    expect(proxyFor(new URL('https://shop.example/'), settings)?.origin).toBe('http://s:2');
    expect(proxyFor(new URL('http://[::1]/'), settings)).toBeUndefined();
    expect(proxyFor(new URL('http://[::1]/'), { ...settings, loopback: true })?.origin).toBe('http://p:1');
  });

  it('name none where NO_PROXY has a star, and none that is not for HTTP', () => {
    const settings = proxiesOfEnvironment({ ALL_PROXY: 'http://p:1', NO_PROXY: '*' });
    expect(proxyFor(new URL('http://shop.example/'), settings)).toBeUndefined();
    expect(proxiesOfEnvironment({ ALL_PROXY: 'socks5://p:1' })).toEqual({});
    expect(proxiesOfEnvironment({ HTTP_PROXY: 'http://p:1', REQUEST_METHOD: 'GET' })).toEqual({});
  });
});
