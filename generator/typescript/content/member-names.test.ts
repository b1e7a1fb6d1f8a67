import { camelCase } from '../names/identifiers.js';
import { type MemberToName, memberNames } from './member-names.js';

const slugOf = (uri: string): string => uri.slice('urn:'.length);
const camel = { slugOf, nameOf: camelCase };
const wire = { slugOf, nameOf: (name: string): string => name };
const thing = (local: string, namespace = ''): MemberToName => ({ namespace, local });

describe('members of messages and headers', () => {
  it('have the form that the naming gives', () => {
    const things = [thing('ItemID'), thing('Ship-Date'), thing('note')];
    expect(things.map(memberNames(things, camel))).toEqual(['itemID', 'shipDate', 'note']);
    expect(things.map(memberNames(things, wire))).toEqual(['ItemID', 'Ship-Date', 'note']);
  });

  it('keep their own form where two would be the same, or where every object has such a member', () => {
    const things = [thing('Note'), thing('note'), thing('Ab-C'), thing('AbC'), thing('ToString')];
    expect(things.map(memberNames(things, camel))).toEqual(['Note', 'note', 'Ab-C', 'AbC', 'ToString']);
  });

  it('are distinguished by their namespaces, of which home has the plain name', () => {
    const things = [thing('Auth', 'urn:a'), thing('Auth', 'urn:b'), thing('Auth', 'urn:b')];
    expect(things.map(memberNames(things, camel, 'urn:a'))).toEqual(['auth', 'Auth$b', 'Auth$b']);
    expect(things.map(memberNames(things, wire, 'urn:c'))).toEqual(['Auth$a', 'Auth$b', 'Auth$b']);
  });
});
