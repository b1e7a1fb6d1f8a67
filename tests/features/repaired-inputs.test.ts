import { textOf } from '../support/repository.js';
import { connect } from './connect.js';
import { type Exports, load, packageOf } from './package.js';

/** The package of the input that provokes a diagnostic. */
async function packageFor(code: string, ...others: readonly string[]): Promise<Exports> {
  const names = ['input.wsdl', ...others];
  const files = Object.fromEntries(names.map((name) => [name, textOf(`tests/diagnostics/${code}/${name}`)]));
  return load((await packageOf(files, { packageName: 'repaired' })).files);
}

describe('operations stay, and their messages are right, though the input', () => {
  it.each([
    [
      'imports a schema outside of an xs:schema',
      'wsdl/bare-import',
      ['x.xsd'],
      'text',
      '<Get xmlns="urn:x">text</Get>',
    ],
    ['has a part without a name', 'wsdl/unnamed-part', [], 'text', '<Get xmlns="urn:t">text</Get>'],
    [
      'has the elements of a schema in the namespace of WSDL',
      'source/schema-element-of-wsdl',
      [],
      { text: 'text' },
      '<Get xmlns="urn:t"><text xmlns="">text</text></Get>',
    ],
  ] as const)('%s', async (_, code, others, input, body) => {
    let received: unknown;
    const get = (value: unknown): void => {
      received = value;
    };
    const { client, last } = connect(await packageFor(code, ...others), 'S', { get });
    await client.get(input);
    expect(last.request).toContain(body);
    expect(received).toEqual(input);
  });
});

describe('an operation whose HTTP half lacks an optional parameter', () => {
  const received: unknown[] = [];
  const mark = (value: unknown): void => {
    received.push(value);
  };
  let made: Exports;
  beforeAll(async () => {
    made = await packageFor('contract/different-halves');
  });

  it('is one method, which GET can call without the parameter', async () => {
    const { client, last } = connect(made, 'Marks', { mark, move: mark, moveRequest: mark });
    await client.mark({ id: 1, note: 'n' });
    await client.mark({ id: 2 }, { binding: 'httpGet' });
    expect(last.url).toBe('http://host.example/marks.asmx/Mark?id=2');
    expect(received.slice(-2)).toEqual([{ id: 1, note: 'n' }, { id: 2 }]);
  });

  it('refuses a value that GET cannot send', async () => {
    const { client } = connect(made, 'Marks', { mark, move: mark, moveRequest: mark });
    await expect(client.mark({ id: 2, note: 'n' }, { binding: 'httpGet' })).rejects.toThrow(
      'httpGet has no parameter "note"',
    );
  });
});

it('a client omits a port whose transport is not HTTP, if another has its operations', async () => {
  const made = await packageFor('contract/other-transport');
  const { client, last } = connect(made, 'S', { get: () => undefined });
  await client.get({ $value: 'text' });
  expect(last.url).toBe('http://host.example/');
});
