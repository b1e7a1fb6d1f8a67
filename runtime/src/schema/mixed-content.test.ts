import { any, complexType, type Declarations, element, field, sequence, validateXml } from './index.js';
import { int } from './xs.js';

const global = element('', 'a', int);
const hidden = element('', 'head', int, { abstract: true });
const declarations: Declarations = {
  elements: new Map([
    ['{}a', global],
    ['{}head', hidden],
  ]),
};
const mixed = (...content: Parameters<typeof sequence>[0]) =>
  element('', 'r', complexType('', '', { mixed: true, content: sequence(content) }));

describe('children of mixed content', () => {
  const root = mixed(any({ process: 'skip' }), field('', 'a', int, { min: 0 }));

  it('belong to the particle in their position, not to the one with their name', () => {
    expect(validateXml(root, '<r><a>x</a>text<a>1</a></r>', { declarations })).toEqual([]);
    expect(validateXml(root, '<r><a>1</a><a>x</a></r>', { declarations })).toHaveLength(1);
  });

  it.each([
    ['skip', 0],
    ['lax', 1],
    ['strict', 1],
  ] as const)('are checked as their own wildcard asks: %s', (process, issues) => {
    const two = mixed(
      any({ namespaces: ['urn:u'], process: process === 'skip' ? 'strict' : 'skip', min: 0 }),
      field('', 'b', int),
      any({ process }),
    );
    expect(validateXml(two, '<r><b>1</b><a>x</a></r>', { declarations })).toHaveLength(issues);
  });
});

it('a wildcard does not allow an abstract element, unless it skips validation', () => {
  const text = '<r><head>1</head></r>';
  expect(validateXml(mixed(any({ process: 'lax' })), text, { declarations })).toMatchObject([
    { code: 'abstract-element' },
  ]);
  expect(validateXml(mixed(any({ process: 'skip' })), text, { declarations })).toEqual([]);
});
