import type { OpenedModule } from '../modules.js';
import type { SkeletonService } from '../service.js';

/** A service that tests implement: `getOrder` and `ping` are old, `placeOrder` and `cancel` are new. */
export const shop: SkeletonService = {
  className: 'ShopApiImplementation',
  interfaceName: 'ShopApiService',
  factoryName: 'shopApi',
  importFrom: 'shop-api',
  methods: [
    {
      name: 'getOrder',
      inputType: 'GetOrder',
      resultType: 'Order | null',
      typeImports: [{ name: 'GetOrder' }, { name: 'Order' }],
    },
    { name: 'ping', resultType: 'void', typeImports: [] },
    {
      name: 'placeOrder',
      inputType: 'PlaceOrder',
      resultType: 'Receipt | null',
      documentation: ['Places an order.'],
      typeImports: [{ name: 'PlaceOrder' }, { name: 'Receipt' }],
    },
    { name: 'cancel', inputType: 'Cancel', resultType: 'void', typeImports: [{ name: 'Cancel' }] },
  ],
  knownOperations: ['getOrder', 'ping'],
};

/** The declarations of the generated package and of the runtime, and modules of the user. */
export const libraries: Readonly<Record<string, string>> = {
  '/node_modules/shop-api/index.d.ts': `
import type { ServiceContext } from '@wsdl-codegen/runtime';
export interface GetOrder { id: bigint }
export interface Order { id: bigint; note?: string }
export interface PlaceOrder { order?: Order; count: number }
export interface Receipt { number?: string }
export interface Cancel { orderId: bigint }
export interface ShopApiService {
  getOrder(input: GetOrder, context: ServiceContext): Order | null | Promise<Order | null>;
  ping(input: undefined, context: ServiceContext): void | Promise<void>;
  placeOrder(input: PlaceOrder, context: ServiceContext): Receipt | null | Promise<Receipt | null>;
  cancel(input: Cancel, context: ServiceContext): void | Promise<void>;
}
export function shopApi(implementation: ShopApiService): { readonly kind: 'registration' };
`,
  '/node_modules/@wsdl-codegen/runtime/index.d.ts': `
export interface ServiceContext { readonly operation: string }
export class SoapFault extends Error { constructor(reason: string, options?: { code?: string }) }
`,
  '/node_modules/lib/index.d.ts': 'export class Base { helper(): void }\nexport function Mixed<T>(base: T): T;\n',
  '/src/barrel.ts': "export type { ShopApiService, Order } from 'shop-api';\n",
  '/src/star.ts': "export * from 'shop-api';\n",
  '/src/types.ts':
    "import type { ShopApiService } from 'shop-api';\nexport interface Mine extends ShopApiService { extra(): void }\nexport type Alias = ShopApiService;\nexport { type ShopApiService as Renamed } from 'shop-api';\n",
  '/src/half.ts':
    "import type { Cancel, Order, ShopApiService } from 'shop-api';\nexport abstract class Half implements ShopApiService {\n  getOrder(): Order | null { return null; }\n  abstract ping(): void;\n  placeOrder() { return null; }\n  abstract cancel(input: Cancel, context: unknown): void | Promise<void>;\n}\n",
  '/src/base.ts':
    'export class Base { async placeOrder(): Promise<null> { return null; } helper(): void {} }\nexport class Plain { helper(): void {} }\n',
};

/** Opens modules as the command does, in memory. */
export function openModule(specifier: string, from: string): OpenedModule | undefined {
  if (specifier === 'shop-api') {
    return { kind: 'package' };
  }
  if (!specifier.startsWith('.')) {
    return undefined;
  }
  const path = new URL(specifier.replace(/\.js$/, '.ts'), `file://${from}`).pathname;
  const text = libraries[path];
  return text === undefined ? undefined : { kind: 'file', path, text };
}
