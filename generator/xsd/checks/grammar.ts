/** The schema for schemas (Part 1, appendix A) as a table: the attributes and children that an element may have. */

/** Children in order: the names that are allowed in a position, and how often. */
export interface Slot {
  readonly names: ReadonlySet<string>;
  readonly occurs: '1' | '?' | '*' | '+';
}

export interface ElementRule {
  /** Attributes without namespace. */
  readonly attributes: ReadonlySet<string>;
  readonly slots: readonly Slot[];
}

const facets =
  'minExclusive minInclusive maxExclusive maxInclusive totalDigits fractionDigits length minLength maxLength enumeration whiteSpace pattern assertion explicitTimezone';
const groups = 'group all choice sequence';
const attributeRules = ['(attribute attributeGroup)*', 'anyAttribute?', 'assert*'];
const particle = 'minOccurs maxOccurs';
const definitions = 'simpleType complexType group attributeGroup';

/** `attributes`, then the slots of the content as `name?`, `name*`, `(one other)+`. */
function rule(attributes: string, ...content: string[]): ElementRule {
  return bareRule(`id ${attributes}`, 'annotation?', ...content);
}

/** A rule that says all: without `id` and annotation. */
function bareRule(attributes: string, ...content: string[]): ElementRule {
  return { attributes: new Set(attributes.split(' ')), slots: content.map(slot) };
}

function slot(text: string): Slot {
  const match = /^\(?(.*?)\)?([?*+]?)$/.exec(text) as RegExpExecArray;
  return { names: new Set((match[1] as string).split(' ')), occurs: (match[2] || '1') as Slot['occurs'] };
}

const emptyRule = rule('value fixed');

/**
 * Rules by element name, and by `name@place` where the place decides: `global` at the top level, `ref` for a reference, the
 * name of the parent, or `derived` for a complex type with `simpleContent` or `complexContent`.
 */
export const grammar: ReadonlyMap<string, ElementRule> = new Map([
  [
    'schema',
    rule(
      'targetNamespace version finalDefault blockDefault attributeFormDefault elementFormDefault defaultAttributes xpathDefaultNamespace',
      '(include import redefine override annotation)*',
      'defaultOpenContent?',
      `(annotation ${definitions} element attribute notation)*`,
    ),
  ],
  ['annotation', bareRule('id', '(appinfo documentation)*')],
  ['appinfo', bareRule('source')],
  ['documentation', bareRule('source')],
  ['import', rule('namespace schemaLocation')],
  ['include', rule('schemaLocation')],
  ['redefine', rule('schemaLocation', `(annotation ${definitions})*`)],
  ['override', rule('schemaLocation', `(annotation ${definitions} element attribute notation)*`)],
  [
    'element@global',
    rule(
      'name type substitutionGroup default fixed nillable abstract final block',
      '(simpleType complexType)?',
      'alternative*',
      '(key keyref unique)*',
    ),
  ],
  [
    'element',
    rule(
      `name type default fixed nillable block form targetNamespace ${particle}`,
      '(simpleType complexType)?',
      'alternative*',
      '(key keyref unique)*',
    ),
  ],
  ['element@ref', rule(`ref ${particle}`)],
  ['attribute@global', rule('name type default fixed inheritable', 'simpleType?')],
  ['attribute', rule('name type use default fixed form targetNamespace inheritable', 'simpleType?')],
  ['attribute@ref', rule('ref use default fixed inheritable')],
  [
    'complexType@global',
    rule('name abstract final block mixed defaultAttributesApply', 'openContent?', `(${groups})?`, ...attributeRules),
  ],
  ['complexType', rule('mixed defaultAttributesApply', 'openContent?', `(${groups})?`, ...attributeRules)],
  [
    'complexType@globalDerived',
    rule('name abstract final block mixed defaultAttributesApply', '(simpleContent complexContent)'),
  ],
  ['complexType@derived', rule('mixed defaultAttributesApply', '(simpleContent complexContent)')],
  ['simpleContent', rule('', '(restriction extension)')],
  ['complexContent', rule('mixed', '(restriction extension)')],
  ['restriction@simpleType', rule('base', 'simpleType?', `(${facets})*`)],
  ['restriction@simpleContent', rule('base', 'simpleType?', `(${facets})*`, ...attributeRules)],
  ['restriction@complexContent', rule('base', 'openContent?', `(${groups})?`, ...attributeRules)],
  ['extension@simpleContent', rule('base', ...attributeRules)],
  ['extension@complexContent', rule('base', 'openContent?', `(${groups})?`, ...attributeRules)],
  ['simpleType@global', rule('name final', '(restriction list union)')],
  ['simpleType', rule('final', '(restriction list union)')],
  ['list', rule('itemType', 'simpleType?')],
  ['union', rule('memberTypes', 'simpleType*')],
  ['group@global', rule('name', '(all choice sequence)')],
  ['group', rule(`ref ${particle}`)],
  ['attributeGroup@global', rule('name', '(attribute attributeGroup)*', 'anyAttribute?')],
  ['attributeGroup', rule('ref')],
  ['all', rule(particle, '(element any group)*')],
  ['all@group', rule('', '(element any group)*')],
  ['choice', rule(particle, '(element group choice sequence any)*')],
  ['choice@group', rule('', '(element group choice sequence any)*')],
  ['sequence', rule(particle, '(element group choice sequence any)*')],
  ['sequence@group', rule('', '(element group choice sequence any)*')],
  ['any', rule(`namespace processContents notNamespace notQName ${particle}`)],
  ['anyAttribute', rule('namespace processContents notNamespace notQName')],
  ['any@openContent', rule('namespace processContents notNamespace notQName')],
  ['any@defaultOpenContent', rule('namespace processContents notNamespace notQName')],
  ['assert', rule('test xpathDefaultNamespace')],
  ['notation', rule('name public system')],
  ['key', rule('name', 'selector', 'field+')],
  ['key@ref', rule('ref')],
  ['unique', rule('name', 'selector', 'field+')],
  ['unique@ref', rule('ref')],
  ['keyref', rule('name refer', 'selector', 'field+')],
  ['keyref@ref', rule('ref')],
  ['alternative', rule('test type xpathDefaultNamespace', '(simpleType complexType)?')],
  ['openContent', rule('mode', 'any?')],
  ['defaultOpenContent', rule('appliesToEmpty mode', 'any')],
  ['selector', rule('xpath xpathDefaultNamespace')],
  ['field', rule('xpath xpathDefaultNamespace')],
  ['pattern', rule('value')],
  ['enumeration', rule('value')],
  ['assertion', rule('test xpathDefaultNamespace')],
  ...facets
    .split(' ')
    .filter((name) => name !== 'pattern' && name !== 'enumeration' && name !== 'assertion')
    .map((name) => [name, emptyRule] as const),
]);
