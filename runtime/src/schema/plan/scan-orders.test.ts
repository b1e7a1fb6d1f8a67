import { attribute, complexType } from '../construct/construct.js';
import * as xs from '../xs.js';
import { complexPlan } from './plan.js';
import { writtenOrder } from './scan-orders.js';

const attributes = ['ChangeKey', 'Id', 'Kind', 'Note'].map((name) => attribute('', name, xs.string));
const plan = complexPlan(complexType('', '', { attributes }));
const orderIn = (sample: string): readonly string[] =>
  writtenOrder(plan.attributes, '<p:item', sample).map(({ name }) => name);

it.each([
  ['<p:item Id="1" ChangeKey="2"/>', ['Id', 'Kind', 'Note', 'ChangeKey']],
  ['<p:item Id="1"/><p:item Note="x" Kind="y" Id="1" z:other=""/>', ['ChangeKey', 'Note', 'Kind', 'Id']],
  ['<p:items Id="1" ChangeKey="2"/><item Note="" Id=""/>', ['ChangeKey', 'Id', 'Kind', 'Note']],
  ['<p:item Note="&lt;" Id=""', ['ChangeKey', 'Note', 'Id', 'Kind']],
  ['', ['ChangeKey', 'Id', 'Kind', 'Note']],
])('attributes are in the order of the document: %s', (sample, order) => {
  expect(orderIn(sample)).toEqual(order);
});
