import type { OperationDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import { AccountApi, ExchangerApi } from 'wallet-api';
import { jsonRoutes } from './index.js';

/** A service with operations of these names: the method, or the method and the name on the wire. */
function serviceOf(name: string, ...operations: readonly (string | readonly [method: string, wire: string])[]) {
  const named = operations.map((each) => (typeof each === 'string' ? ([each, each] as const) : each));
  const entries = named.map(([method, wire]): [string, OperationDescriptor] => [method, { name: wire, input: {} }]);
  const service: ServiceDescriptor = {
    kind: 'service',
    name,
    namespace: 'urn:t',
    ports: [],
    operations: Object.fromEntries(entries),
    placeholders: [],
  };
  return service;
}

const shop = serviceOf('Shop', ['getOrder', 'GetOrder'], ['addOrder', 'AddOrder']);

it('an operation is a POST at the name of its service and its method, with an id and a tag of the same names', () => {
  const [first] = jsonRoutes(AccountApi);
  const method = Object.keys(AccountApi.operations)[0];
  expect(first).toMatchObject({
    verb: 'POST',
    path: `/AccountApi/${method}`,
    method,
    operationId: `AccountApi.${method}`,
    tags: ['AccountApi'],
  });
  expect(jsonRoutes([AccountApi, ExchangerApi])).toHaveLength(
    Object.keys(AccountApi.operations).length + Object.keys(ExchangerApi.operations).length,
  );
});

it('the config gives verbs, paths, tags, and says what is safe, by method or by the name on the wire', () => {
  const routes = jsonRoutes(shop, {
    safe: ['GetOrder'],
    routes: { 'Shop.addOrder': 'PUT /orders/{number}', getOrder: '/orders/{number}' },
    tags: { addOrder: ['orders', 'admin'] },
  });
  expect(routes.map(({ verb, path, tags }) => [verb, path, tags])).toEqual([
    ['GET', '/orders/{number}', ['Shop']],
    ['PUT', '/orders/{number}', ['orders', 'admin']],
  ]);
});

it('a verb alone keeps the path, and a verb that is given is stronger than `safe`', () => {
  expect(jsonRoutes(shop, { routes: { getOrder: 'DELETE' } })[0]).toMatchObject({
    verb: 'DELETE',
    path: '/Shop/getOrder',
  });
  expect(jsonRoutes(shop, { safe: ['getOrder'], routes: { getOrder: 'POST' } })[0]?.verb).toBe('POST');
});

it('a further operation changes no route of another one', () => {
  const more = serviceOf('Shop', ['getOrder', 'GetOrder'], 'getOrders', ['addOrder', 'AddOrder'], 'get_order');
  const placesOf = (service: ServiceDescriptor) =>
    jsonRoutes(service).map(({ verb, path, operationId }) => `${verb} ${path} ${operationId}`);
  expect(placesOf(more)).toEqual(expect.arrayContaining(placesOf(shop)));
});

it('names with other characters have legal paths and ids, and no two of them the same', () => {
  const names = ['größe', 'gr_xF6_ße', 'a$b', 'a_b', 'a_x24_b', '_', '𝒳'];
  const routes = jsonRoutes(serviceOf('Ä.b', ...names));
  expect(routes[0]).toMatchObject({ path: '/%C3%84.b/gr%C3%B6%C3%9Fe', operationId: '_xC4__x2E_b.gr_xF6__xDF_e' });
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(names.length);
  expect(routes.every(({ operationId }) => /^[\w-]+\.[\w-]+$/.test(operationId))).toBe(true);
  expect(routes.every(({ path }) => new URL(path, 'http://host').pathname === path)).toBe(true);
});

it('services of the same name need names that differ', () => {
  const other = serviceOf('Shop', 'getOrder');
  expect(() => jsonRoutes([shop, other])).toThrow(
    '"Shop.getOrder" and "Shop.getOrder" are both at POST /Shop/getOrder',
  );
  const named = jsonRoutes([shop, other], { serviceName: (service) => (service === other ? 'OldShop' : service.name) });
  expect(named.at(-1)).toMatchObject({ path: '/OldShop/getOrder', operationId: 'OldShop.getOrder', tags: ['OldShop'] });
});

it.each([
  [{ safe: ['getOrdr'] }, '`safe` names "getOrdr", which is no operation; did you mean "getOrder"?'],
  [{ routes: { 'Shop.x.y': 'GET' } }, '`routes` names "Shop.x.y", which is no operation.'],
  [{ routes: { getOrder: 'FETCH /a' } }, '`routes` has "FETCH /a" for "Shop.getOrder": write a verb'],
  [{ routes: { getOrder: 'GET a' } }, '`routes` has "GET a" for "Shop.getOrder"'],
  [{ routes: { getOrder: '/a//b' } }, 'The path of "Shop.getOrder", /a//b, has an empty step.'],
  [{ routes: { getOrder: '/a/../b' } }, 'has "..", which cannot be a step of an address.'],
  [{ routes: { getOrder: '/a/%2e' } }, 'has "%2e", which cannot be a step of an address.'],
  [{ routes: { getOrder: '/a?b=c' } }, 'has "a?b=c", which cannot be a step of an address.'],
  [{ routes: { getOrder: '/ä' } }, 'has "ä", which cannot be a step of an address.'],
  [{ routes: { getOrder: '/{a}-{b}' } }, 'has "{a}-{b}", which cannot be a step of an address.'],
  [{ routes: { getOrder: '/{a}/{a}' } }, 'has {a} twice.'],
  [
    { routes: { getOrder: '/a/{b}', addOrder: '/a/{c}' } },
    '"Shop.getOrder" and "Shop.addOrder" are both at POST /a/{c}: give one of them another place in `routes`.',
  ],
  [{ path: '/' } as object, '`jsonRoutes` has no option `path`'],
  [{ routes: { getOrder: 1 } } as object, 'The option `routes` of `jsonRoutes` must be an object of strings'],
])('%j is refused', (options, message) => {
  expect(() => jsonRoutes(shop, options)).toThrow(message);
});

it('an operation that several services have must be named with its service', () => {
  expect(() => jsonRoutes([shop, serviceOf('Store', 'getOrder')], { safe: ['getOrder'] })).toThrow(
    '`safe` names "getOrder", which several services have: write one of Shop.getOrder, Store.getOrder.',
  );
});
