import { readFileSync } from 'node:fs';
import { addressingOf } from '@wsdl-codegen/runtime/addressing';
import { connect } from './connect.js';
import { type Exports, load, packageOf } from './package.js';

const descriptor = readFileSync(new URL('../golden/addressing/input.wsdl', import.meta.url), 'utf8');

describe('a service whose policy asks for WS-Addressing', () => {
  let exports: Exports;
  beforeAll(async () => {
    exports = load((await packageOf({ 'events.wsdl': descriptor }, { packageName: 'events' })).files);
  });

  it('is called and answers with it, and its endpoint references are called', async () => {
    const seen: unknown[] = [];
    const parameter = { namespace: 'urn:s', name: 'Id', attributes: [], children: ['7'] };
    const { client, last } = connect(exports, 'Events', {
      create: () => ({ Address: { $value: 'http://localhost/events' }, ReferenceParameters: { $any: [parameter] } }),
      pull: (_: unknown, context: Parameters<typeof addressingOf>[0]) => {
        const { action, referenceParameters } = addressingOf(context) ?? {};
        seen.push(
          action,
          referenceParameters?.map(({ children }) => children),
        );
        return 'message';
      },
    });
    const to = await client.create({ Name: 'a' });
    expect(await client.pull({ Limit: 1 }, { to })).toBe('message');
    expect(seen).toEqual(['urn:ev:pull', [['7']]]);
    expect(last.request).toContain('IsReferenceParameter="true"');
  });
});
