import { execFileSync } from 'node:child_process';
import type { CallRequest } from '../client/options/options.js';
import { curlCommand } from './curl-command.js';

const body = `<e xmlns:wsse="urn:w"><wsse:Password Type="a">it's 5€</wsse:Password><Name>ann's</Name><sessionId>s1</sessionId></e>`;
const request: CallRequest = {
  method: 'POST',
  url: 'https://api.example/x?token=t0k&a=b c',
  headers: { 'Content-Type': 'text/xml; charset=utf-8', Authorization: 'Bearer abc', SOAPAction: '"urn:x"' },
  body,
};

/** The arguments that a shell makes of a command. */
function argumentsOf(command: string, env: Record<string, string>): readonly string[] {
  const script = `curl() { for a in "$@"; do printf '%s\\n' "$a"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).trimEnd().split('\n');
}

describe('curlCommand', () => {
  it('has variables of the environment in the place of credentials', () => {
    expect(curlCommand(request)).toBe(
      [
        'curl',
        '--request POST',
        `--header 'Content-Type: text/xml; charset=utf-8'`,
        `--header 'Authorization: Bearer '"$AUTHORIZATION"`,
        `--header 'SOAPAction: "urn:x"'`,
        `--data-raw '<e xmlns:wsse="urn:w"><wsse:Password Type="a">'"$PASSWORD"'</wsse:Password><Name>ann'\\''s</Name><sessionId>'"$SESSIONID"'</sessionId></e>'`,
        `'https://api.example/x?token='"$TOKEN"'&a=b c'`,
      ].join(' \\\n  '),
    );
  });

  it('sends the same request when the variables are set', () => {
    const env = { AUTHORIZATION: 'abc', PASSWORD: "it's 5€", SESSIONID: 's1', TOKEN: 't0k' };
    expect(argumentsOf(curlCommand(request), env)).toEqual([
      ...['--request', 'POST', '--header', 'Content-Type: text/xml; charset=utf-8'],
      ...['--header', 'Authorization: Bearer abc', '--header', 'SOAPAction: "urn:x"'],
      ...['--data-raw', body, request.url],
    ]);
    expect(argumentsOf(curlCommand(request, { secrets: 'shown' }), {})).toEqual(argumentsOf(curlCommand(request), env));
  });

  it('masks them if asked for', () => {
    const command = curlCommand(request, { secrets: 'masked' });
    expect(command).not.toMatch(/abc|5€|s1|t0k|\$/);
    expect(command.match(/\*\*\*/g)).toHaveLength(4);
  });

  it('keeps stars that are in the request', () => {
    const starred = {
      ...request,
      url: 'https://api.example/x?a=***&token=t0k&b=*****',
      headers: { 'X-Note': '*** 2 ****', Authorization: 'Bearer ***' },
      body: '<e><a>***</a><Password>*a***b*</Password><b>******</b><Password>***</Password></e>',
    };
    const command = curlCommand(starred);
    expect(command.match(/"\$\w+"/g)).toEqual(['"$AUTHORIZATION"', '"$PASSWORD"', '"$PASSWORD_2"', '"$TOKEN"']);
    const env = { AUTHORIZATION: '***', PASSWORD: '*a***b*', PASSWORD_2: '***', TOKEN: 't0k' };
    expect(argumentsOf(command, env)).toEqual(argumentsOf(curlCommand(starred, { secrets: 'shown' }), {}));
    expect(curlCommand(starred, { secrets: 'masked' })).not.toMatch(/\*a|b\*|t0k/);
  });

  it('gives each value a variable of its own', () => {
    const repeated = '<e><Password>one</Password><Password>two</Password><Password>one</Password></e>';
    const command = curlCommand({ ...request, body: repeated });
    expect(command.match(/"\$PASSWORD\w*"/g)).toEqual(['"$PASSWORD"', '"$PASSWORD_2"', '"$PASSWORD"']);
  });

  it('leaves a body that is not text in a file, unless credentials are shown', () => {
    const packed = { ...request, body: new Uint8Array([1, 2, 255]) };
    expect(curlCommand(packed)).toContain('--data-binary @request-body');
    expect(curlCommand(packed, { secrets: 'shown' })).toMatch(
      /^printf %s AQL\/ \| base64 -d \| curl .*--data-binary @-/s,
    );
  });

  it('knows the names that mean credentials from its option', () => {
    expect(curlCommand(request, { mask: { words: ['name'] } })).toContain('"$NAME"');
  });

  it('is short for GET', () => {
    expect(curlCommand({ method: 'GET', url: 'http://a/b?c=1', headers: {} })).toBe("curl \\\n  'http://a/b?c=1'");
  });
});
