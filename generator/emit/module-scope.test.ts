import { fileModule, runtimeModule, schemaModule, xsModule } from '../typescript/expressions/expression.js';
import { ModuleScope } from './module-scope.js';

const imports = (scope: ModuleScope): readonly string[] =>
  scope.imports().map(({ typeOnly, clause, from }) => `import ${typeOnly ? 'type ' : ''}${clause} from ${from};`);

describe('ModuleScope', () => {
  it('collects imports: packages first, sorted, type imports marked', () => {
    const scope = new ModuleScope('schema', ['Order']);
    expect(scope.type(fileModule('types'), 'Order')).toBe('t.Order');
    expect(scope.value(schemaModule, 'field')).toBe('field');
    expect(scope.type(schemaModule, 'ComplexType')).toBe('ComplexType');
    expect(scope.value(xsModule, 'int', 'xs')).toBe('xs.int');
    expect(scope.value(fileModule('schema'), 'Order')).toBe('Order');
    expect(imports(scope)).toEqual([
      "import { type ComplexType, field } from '@wsdl-codegen/runtime/schema';",
      "import * as xs from '@wsdl-codegen/runtime/xs';",
      "import type * as t from './types.js';",
    ]);
  });

  it('uses another name for an import that the module declares itself', () => {
    const scope = new ModuleScope('types', ['Choice', 'Uint8Array', 'common']);
    expect(scope.type(runtimeModule, 'Choice')).toBe('Choice$');
    expect(scope.global('Uint8Array')).toBe('globalThis.Uint8Array');
    expect(scope.global('Record')).toBe('Record');
  });

  it('names modules outside of the package by the shortest path', () => {
    const importOf = (module: string): readonly string[] => {
      const scope = new ModuleScope(module, []);
      scope.value(fileModule('../../money'), 'parse');
      return imports(scope);
    };
    expect(importOf('schema')).toEqual(["import { parse } from '../../money.js';"]);
    expect(importOf('schema/orders')).toEqual(["import { parse } from '../../../money.js';"]);
  });

  it('reaches other namespaces through their modules', () => {
    const scope = new ModuleScope('schema/orders', []);
    expect(scope.type(fileModule('types/orders'), 'Order')).toBe('t.Order');
    expect(scope.type(fileModule('types/common'), 'Point')).toBe('commonTypes.Point');
    expect(scope.value(fileModule('schema/common'), 'Point')).toBe('common.Point');
    expect(imports(scope)).toEqual([
      "import type * as commonTypes from '../types/common.js';",
      "import type * as t from '../types/orders.js';",
      "import * as common from './common.js';",
    ]);
  });

  it('turns a type import into a value import when a value is needed too', () => {
    const scope = new ModuleScope('x', []);
    scope.type(schemaModule, 'element');
    scope.value(schemaModule, 'element');
    expect(imports(scope)).toEqual(["import { element } from '@wsdl-codegen/runtime/schema';"]);
  });

  it('names the constants of namespaces once, and no two alike', () => {
    const scope = new ModuleScope('schema', ['api']);
    expect([
      scope.namespace('urn:a', 'api'),
      scope.namespace('urn:b', 'api'),
      scope.namespace('urn:a', 'api'),
      scope.namespace('', 'api'),
    ]).toEqual(['api$', 'api$$', 'api$', "''"]);
  });
});
