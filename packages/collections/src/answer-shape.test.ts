import { type OperationDescriptor, parseTree } from '@wsdl-codegen/runtime';
import { choice, complexType, element, field, type ParticleDescriptor, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { answerShape } from './answer-shape.js';
import type { CollectionSample } from './model.js';

/** The tests of an answer ask only for what every valid answer has. */

function shapeOf(content: ParticleDescriptor, body: string, more: object = {}): readonly string[] {
  const output = { element: { ...element('', 'Answer', complexType('', '', { content })), ...more } };
  const text = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
  parseTree(text);
  const sample: Partial<CollectionSample> = {
    operation: { name: 'Ask', input: {}, output } as OperationDescriptor,
    binding: 'soap11',
    response: { status: 200, statusText: '', headers: new Headers(), body: new TextEncoder().encode(text) },
  };
  return answerShape(sample as CollectionSample).map((path) => path.replace('Envelope/Body/', ''));
}

const all = '<Answer><a/><b/><c/><d/></Answer>';

it('required elements are tested, and optional ones, branches and those that others stand for are not', () => {
  const [a, b, c] = [field('', 'a', xs.string), field('', 'b', xs.string, { min: 0 }), field('', 'c', xs.string)];
  const d = { ...field('', 'd', xs.string), substitutes: () => ({}) };
  expect(shapeOf(sequence([a, b, choice([c]), d]), all)).toEqual(['Answer', 'Answer/a']);
  expect(shapeOf(sequence([sequence([a], { min: 0 }), sequence([c])]), all)).toEqual(['Answer', 'Answer/c']);
  expect(
    shapeOf(
      sequence([
        { ...a, tolerant: true },
        { ...c, absent: 'null' },
      ]),
      all,
    ),
  ).toEqual(['Answer']);
});

it('nothing in an element that may be nil is tested, and nothing that the sample does not have', () => {
  const content = sequence([field('', 'a', xs.string)]);
  expect(shapeOf(content, all, { nillable: true })).toEqual(['Answer']);
  expect(shapeOf(content, all, { abstract: true })).toEqual(['Envelope/Body']);
  expect(shapeOf(content, '<Answer/>')).toEqual(['Answer']);
  expect(shapeOf(content, '')).toEqual(['Envelope/Body']);
});

it('an answer that is no XML has no elements', () => {
  expect(answerShape({ operation: { name: 'Ask', input: {} }, binding: 'soap11' } as CollectionSample)).toEqual([]);
});
