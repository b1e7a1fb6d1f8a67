import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as here from '@wsdl-codegen/runtime';
import * as schema from '@wsdl-codegen/runtime/schema';
import * as xml from '@wsdl-codegen/runtime/xml';
import { copyBuiltRuntime } from '../support/built-runtime.js';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'codegen-copies-'));
const require = createRequire(join(folder, 'main.cjs'));

beforeAll(() => {
  copyBuiltRuntime(folder);
  writeFileSync(join(folder, 'package.json'), readFileSync(join(root, 'runtime/package.json')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const errorClasses = Object.entries({ ...schema, ...xml, ...here }).filter(
  (entry): entry is [string, ErrorConstructor & { readonly $mark: string }] =>
    typeof entry[1] === 'function' && entry[1].prototype instanceof Error,
);

/** An instance of a class, as far as `instanceof` can see. */
const instanceOf = (type: { readonly prototype: object }): unknown => Object.create(type.prototype);

describe('errors of a second copy of the runtime, loaded as CommonJS,', () => {
  it('are instances of the classes of the first, as are those of derived classes', () => {
    const there = require('./dist/cjs/index.js') as typeof here;
    expect(there.SoapFault).not.toBe(here.SoapFault);
    expect(new there.SoapFault('No.')).toBeInstanceOf(here.SoapFault);
    expect(instanceOf(there.SoapVersionFaultError)).toBeInstanceOf(here.SoapFaultError);
    expect(instanceOf(there.SoapVersionFaultError)).toBeInstanceOf(here.ServiceError);
    expect(instanceOf(there.SoapFaultError)).not.toBeInstanceOf(here.SoapVersionFaultError);
    expect(instanceOf(there.TimeoutError)).not.toBeInstanceOf(here.TransportError);
  });

  it('keep to themselves what only their copy can read', () => {
    const there = require('./dist/cjs/index.js') as typeof here;
    expect(here.TransportError.partialOf(new there.TransportError('closed', { phase: 'send' }))).toBeUndefined();
  });

  it('all have marks of their own', () => {
    expect(errorClasses.length).toBeGreaterThan(20);
    for (const [name, type] of errorClasses) {
      expect({ name, own: Object.hasOwn(type, '$mark'), mark: type.$mark }).toEqual({
        name,
        own: true,
        mark: name,
      });
    }
  });
});

describe('a class of the user', () => {
  class NoFunds extends here.SoapFault {}

  it('has its own instances only', () => {
    expect(new NoFunds('No.')).toBeInstanceOf(NoFunds);
    expect(new NoFunds('No.')).toBeInstanceOf(here.SoapFault);
    expect(new here.SoapFault('No.')).not.toBeInstanceOf(NoFunds);
  });

  it.each([undefined, null, 'text', 1, {}, Object.create(null), new Error('other'), () => 0])(
    'and the errors here do not have %p',
    (value) => {
      expect(value).not.toBeInstanceOf(here.SoapFault);
      expect(value).not.toBeInstanceOf(here.ServiceError);
    },
  );
});
