import { Orders } from '../../../../tests/support/runtime/orders.js';
import { fromJson, toJson } from '../../schema/index.js';
import { itemList } from './item-list.js';

const { listOrders, getOrders, putOrders, putFile } = Orders.operations;

it('is the only list of a message, with the way to it', () => {
  expect(itemList(listOrders, 'output')?.steps).toEqual(['orders']);
  expect(itemList(putOrders, 'input')?.steps).toEqual(['orders']);
  expect(itemList(getOrders, 'output')?.steps).toEqual([]);
});

it('has the element of an item, whose JSON is that in the list', () => {
  const item = itemList(getOrders, 'output')?.item;
  expect(item && toJson(item, { id: 7 })).toEqual({ id: 7 });
  expect(() => item && fromJson(item, { Id: 7 })).toThrow('id');
});

it('is absent where there is no list', () => {
  expect(itemList(listOrders, 'input')).toBeUndefined();
  expect(itemList(putFile, 'output')).toBeUndefined();
});
