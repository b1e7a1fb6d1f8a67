import { bodyParts, urlParts } from './parts.js';
import { joined } from './text.js';

const body = (text: string): string => joined(bodyParts(text, 'http://base', 'Address'));

it('values under the names of credentials are variables, and choices and empty values are none', () => {
  const text = '<a token="t"><Password>x</Password><usePassword>true</usePassword><apiKey/><pin>1</pin></a>';
  expect(body(text).replace(/\s*\n\s*/g, '')).toBe(
    '<?xml version="1.0" encoding="utf-8"?><a token="{{token}}"><Password>{{password}}</Password><usePassword>true</usePassword><apiKey/><pin>{{pin}}</pin></a>',
  );
  expect(joined(urlParts('/a?Password=x&usePassword=false&apiKey=&b=1'))).toBe(
    '/a?Password={{password}}&usePassword=false&apiKey=&b=1',
  );
  expect(body('user=a&api%20token=x+y')).toBe('user=a&api%20token={{api_token}}');
});

it('marks of templates and ends of lines are character references, or percent-encoded', () => {
  const text = '<a xmlns="urn:{{x}}" b="{%">{{c}}&#10;{#&#13;\uE0000\uE001 {d}</a>';
  expect(body(text).split('\n').slice(1)).toEqual([
    '<a xmlns="urn:&#123;{x}}" b="&#123;%">&#123;{c}}&#10;&#123;#&#13;&#57344;0&#57345; {d}</a>',
  ]);
  expect(joined(urlParts('/{{a}}/:b?c={%d%}'))).toBe('/%7B%7Ba%7D%7D/:b?c=%7B%d%%7D');
});
