import { skipElement, XmlEvent } from '../../xml/interfaces/reader.js';
import { type Decoder, type ReadElement, refuse, type StrayElements } from '../context/decoder.js';
import { readProperty, wildcardAllows, writeProperty } from '../descriptor/resolve.js';
import { isWhiteSpace } from '../lexical/whitespace.js';
import {
  anyMatches,
  type ChildName,
  containsName,
  elementMatches,
  elementsFirst,
  memberNamed,
  startsWith,
} from '../match/child-names.js';
import { chooseBranch, isPresent, severalBranches, takenChoice } from '../match/chosen-branch.js';
import { closedLists, isEmptiable } from '../plan/emptiable.js';
import type { AnyNode, ComplexPlan, ElementNode, GroupNode, ParticleNode } from '../plan/plan.js';
import { isLeftOut } from './decode-nil.js';
import { missingValue } from './decode-record.js';
import { readOpenElement } from './open-content.js';
import { fieldOfStray } from './record-strays.js';

type Value = Record<string, unknown>;

/**
 * Decodes content in which a name alone does not determine the place: choices, repeated groups, wildcards, substitution
 * groups. Children are followed through the particles with one look ahead (Unique Particle Attribution, Part 1, 3.8.6, allows
 * this). A child that is known but comes at the wrong place is read in a second walk if lenient.
 */
export function decodeGroups(decoder: Decoder, plan: ComplexPlan, result: Value, read: ReadElement): void {
  const { content } = plan;
  if (content === undefined) {
    return;
  }
  const walk = new GroupWalk(decoder, plan, content, read);
  walk.run(result);
}

class GroupWalk {
  readonly #decoder: Decoder;
  readonly #plan: ComplexPlan;
  readonly #content: GroupNode;
  readonly #read: ReadElement;
  readonly #names: ChildName[] | undefined;
  readonly #offsets: number[] | undefined;
  /** True while the cursor is at the start of a child that is still to be read. */
  #pending = false;
  /** In the second walk, a particle is entered for any name that it contains, not only for one that may come first. */
  #loose = false;
  #taken = 0;
  #strays: StrayElements | undefined;
  readonly #open: unknown[] = [];

  constructor(decoder: Decoder, plan: ComplexPlan, content: GroupNode, read: ReadElement) {
    this.#decoder = decoder;
    this.#plan = plan;
    this.#content = content;
    this.#read = read;
    this.#names = decoder.strict ? [] : undefined;
    this.#offsets = decoder.collector && [];
  }

  run(result: Value): void {
    this.#walk(result);
    if (this.#strays !== undefined) {
      this.#walkStrays(this.#strays, result);
    }
    this.#complete(this.#content, result);
    if (this.#plan.open !== undefined) {
      writeProperty(result, this.#plan.open.property, this.#open);
    }
    if (this.#names !== undefined) {
      this.#decoder.strictness?.match(this.#decoder, this.#plan, this.#names, this.#offsets);
    }
  }

  /** Reads the children that are in no namespace, or in another one than the content has them in, as if they came at the end. */
  #walkStrays(strays: StrayElements, result: Value): void {
    // The place of a child says to which occurrence of a group it belongs.
    const isPossible = this.#taken === 0 || !hasOccurrences(this.#content);
    const inner = strays.take(this.#decoder, ({ node }) => isPossible && !isPresent(node, result));
    if (inner !== undefined) {
      new GroupWalk(inner, this.#plan, this.#content, this.#read).#walk(result);
    }
  }

  #walk(result: Value): void {
    this.#advance();
    this.#match(this.#content, result);
    while (this.#pending) {
      if (this.#takeOpen()) {
        this.#advance();
        this.#match(this.#content, result);
        continue;
      }
      if (this.#decoder.ordered) {
        this.#pass('order', this.#severalBranches(result));
        continue;
      }
      this.#loose = true;
      const before = this.#taken;
      this.#match(this.#content, result);
      if (this.#taken === before) {
        this.#pass('order', this.#severalBranches(result));
      }
    }
  }

  /** Moves to the start of the next child that the content model knows, or to the end. */
  #advance(): void {
    const { cursor } = this.#decoder;
    this.#pending = false;
    for (;;) {
      const event = cursor.next();
      if (event === XmlEvent.EndElement) {
        return;
      }
      if (event === XmlEvent.Text) {
        if (this.#decoder.listens && !isWhiteSpace(cursor.text)) {
          this.#decoder.unknownText();
        }
        continue;
      }
      this.#decoder.encoding?.nameAccessor(this.#decoder, this.#plan);
      if (cursor.attributeCount !== 0 && this.#isLeftOut()) {
        skipElement(this.#decoder.cursor);
        continue;
      }
      if (this.#known()) {
        this.#pending = true;
        this.#names?.push({ namespace: cursor.namespace, name: cursor.localName });
        this.#offsets?.push(cursor.offset);
        return;
      }
      if (this.#takeOpen()) {
        continue;
      }
      if (!this.#setAside()) {
        this.#decoder.unknown('element', cursor.namespace, cursor.localName, undefined, this.#plan);
        skipElement(this.#decoder.cursor);
      }
    }
  }

  /** Keeps the child at the cursor if it may stand for one of another namespace; false if not. */
  #setAside(): boolean {
    const { cursor, near } = this.#decoder;
    if (near === undefined || fieldOfStray(this.#plan, cursor.namespace, cursor.localName) === undefined) {
      return false;
    }
    this.#strays ??= near.strays(this.#plan, cursor.offset);
    this.#strays.add(cursor);
    return true;
  }

  /** Keeps the child at the cursor in open content, if that allows it. */
  #takeOpen(): boolean {
    const { cursor } = this.#decoder;
    const { namespace, localName: name } = cursor;
    const { open } = this.#plan;
    if (open === undefined || !wildcardAllows(open.wildcard, namespace, name)) {
      return false;
    }
    if (!this.#pending) {
      this.#names?.push({ namespace, name });
      this.#offsets?.push(cursor.offset);
    }
    this.#pending = false;
    this.#open.push(readOpenElement(this.#decoder));
    return true;
  }

  #isLeftOut(): boolean {
    const { namespace, localName } = this.#decoder.cursor;
    const declared = this.#plan.byName.get(localName)?.find((field) => field.namespace === namespace);
    return declared !== undefined && isLeftOut(this.#decoder, declared.node.element);
  }

  #known(): boolean {
    const { namespace, localName } = this.#decoder.cursor;
    for (const field of this.#plan.byName.get(localName) ?? noFields) {
      if (field.namespace === namespace) {
        return true;
      }
    }
    return this.#plan.wildcards.length > 0 && containsName(this.#content, namespace, localName);
  }

  /** What is said of the present child if the value has something for another branch of its choice. */
  #severalBranches(value: Value): string | undefined {
    const { strictness, cursor } = this.#decoder;
    const choice = strictness && takenChoice(this.#content, cursor.namespace, cursor.localName, value);
    return choice && severalBranches(choice);
  }

  /** Leaves the present child out. */
  #pass(kind: 'order' | 'duplicate', message?: string): void {
    const { cursor } = this.#decoder;
    this.#decoder.unknown(kind, cursor.namespace, cursor.localName, undefined, undefined, message);
    skipElement(this.#decoder.cursor);
    this.#taken++;
    this.#advance();
  }

  #entersHere(node: ParticleNode): boolean {
    if (!this.#pending) {
      return false;
    }
    const { namespace, localName } = this.#decoder.cursor;
    return this.#loose ? containsName(node, namespace, localName) : startsWith(node, namespace, localName);
  }

  #match(node: ParticleNode, target: Value): void {
    switch (node.kind) {
      case 'element':
        this.#element(node, target);
        break;
      case 'any':
        this.#any(node, target);
        break;
      case 'sequence':
      case 'choice':
      case 'all':
        if (node.property === undefined) {
          this.#group(node, target);
        } else {
          this.#occurrences(node, node.property, target);
        }
    }
  }

  #group(node: GroupNode, target: Value): void {
    for (let count = 0; count < node.max && this.#entersHere(node); count++) {
      const before = this.#taken;
      this.#once(node, target);
      if (this.#taken === before) {
        return;
      }
    }
  }

  /** A group whose occurrences are objects of an array. */
  #occurrences(node: GroupNode, property: string, target: Value): void {
    if (!this.#entersHere(node)) {
      return;
    }
    const items = listAt(target, property);
    const { path } = this.#decoder;
    while (items.length < node.max && this.#entersHere(node)) {
      const before = this.#taken;
      const item: Value = {};
      path.push(property, items.length);
      this.#once(node, item);
      if (this.#taken === before) {
        path.length -= 2;
        return;
      }
      this.#complete(occurrenceOf(node), item);
      path.length -= 2;
      items.push(item);
    }
  }

  #once(node: GroupNode, target: Value): void {
    switch (node.kind) {
      case 'sequence':
        for (const particle of node.particles) {
          this.#match(particle, target);
        }
        return;
      case 'all':
        for (let before = -1; before !== this.#taken; ) {
          before = this.#taken;
          for (const particle of elementsFirst(node)) {
            if (particle.kind === 'any' && before !== this.#taken) {
              break;
            }
            if (particle.kind === 'any') {
              this.#any(particle, target, 1);
            } else {
              this.#match(particle, target);
            }
          }
        }
        return;
      case 'choice': {
        const branch = this.#branch(node, target);
        if (branch !== undefined) {
          this.#match(branch, target);
        }
        return;
      }
    }
  }

  /** The branch that the present child begins, or in the second walk belongs to. */
  #branch(node: GroupNode, target: Value): ParticleNode | undefined {
    if (this.#loose) {
      const taken = node.particles.find((branch) => isPresent(branch, target) && this.#entersHere(branch));
      if (taken !== undefined) {
        return taken;
      }
    }
    if (node.max <= 1 && hasBranch(node, target)) {
      return undefined;
    }
    for (const branch of node.particles) {
      if (this.#entersHere(branch)) {
        return branch;
      }
    }
    return undefined;
  }

  #element(node: ElementNode, target: Value): void {
    const { cursor, path } = this.#decoder;
    for (let count = 0; count < node.ownMax && this.#pending; count++) {
      const { namespace, localName } = cursor;
      if (!elementMatches(node, namespace, localName)) {
        return;
      }
      if (!node.list && hasOwn(target, node.property)) {
        // In the first walk another particle may be meant; in the second one the first value wins.
        if (this.#loose) {
          this.#pass('duplicate');
        }
        return;
      }
      path.push(node.property);
      const list = node.list ? listAt(target, node.property) : undefined;
      if (list !== undefined) {
        path.push(list.length);
      }
      const value = this.#value(node, namespace, localName);
      path.length -= list === undefined ? 1 : 2;
      if (list === undefined && value === undefined && node.element.optional === true) {
        // An optional element that is empty is absent.
      } else if (list === undefined) {
        writeProperty(target, node.property, value);
      } else {
        list.push(value);
      }
      this.#taken++;
      this.#advance();
    }
  }

  #value(node: ElementNode, namespace: string, name: string): unknown {
    if (node.substitutes === undefined) {
      return this.#read(this.#decoder, node.element);
    }
    const member = memberNamed(node, namespace, name);
    if (member === undefined) {
      throw this.#decoder.error('abstract-element', `element "${name}" is abstract`);
    }
    return { $name: member.key, $value: this.#read(this.#decoder, member.element) };
  }

  #any(node: AnyNode, target: Value, max = node.ownMax): void {
    const { cursor } = this.#decoder;
    for (let count = 0; count < max && this.#pending; count++) {
      if (!anyMatches(node, count, cursor.namespace, cursor.localName)) {
        return;
      }
      if (!node.list && hasOwn(target, node.property)) {
        if (this.#loose) {
          this.#pass('duplicate');
        }
        return;
      }
      const tree = readOpenElement(this.#decoder);
      if (node.list) {
        listAt(target, node.property).push(tree);
      } else {
        writeProperty(target, node.property, tree);
      }
      this.#taken++;
      this.#advance();
    }
  }

  /** Adds empty lists, and sees that everything required is there. */
  #complete(node: ParticleNode, target: Value): void {
    switch (node.kind) {
      case 'element':
      case 'any':
        this.#completeLeaf(node, target);
        return;
      case 'sequence':
      case 'all':
      case 'choice':
        if (node.property !== undefined) {
          listAt(target, node.property);
        } else if (node.min > 0 || isPresent(node, target)) {
          this.#completeGroup(node, target);
        } else {
          this.#closeLists(node, target);
        }
    }
  }

  #completeLeaf(node: ElementNode | AnyNode, target: Value): void {
    if (node.list) {
      listAt(target, node.property);
    } else if (node.min > 0 && !hasOwn(target, node.property)) {
      const { path } = this.#decoder;
      path.push(node.property);
      if (node.kind === 'any') {
        this.#refuse('missing-element', 'an element that matches the wildcard is missing');
      } else if (node.substitutes !== undefined && node.element.tolerant !== true) {
        this.#refuse('missing-element', `element "${node.element.name}" is missing`);
      } else {
        const value = missingValue(this.#decoder, node.element);
        if (value !== undefined) {
          writeProperty(target, node.property, value);
        }
      }
      path.pop();
    }
  }

  #refuse(code: string, message: string): void {
    refuse(this.#decoder, this.#decoder.error(code, message));
  }

  #completeGroup(node: GroupNode, target: Value): void {
    if (node.kind !== 'choice') {
      for (const particle of node.particles) {
        this.#complete(particle, target);
      }
      return;
    }
    const branch = chooseBranch(node, target);
    if (typeof branch === 'object') {
      this.#complete(branch, target);
    } else if (branch === 'none') {
      // A choice without branches can never be satisfied; only the strict reader is as strict as that.
      if (!isEmptiable(node) && node.particles.length > 0) {
        this.#refuse('missing-choice', `one of ${node.properties.join(', ')} is missing`);
      }
      this.#closeLists(node, target);
    }
  }

  /** Lists in a part that is absent. */
  #closeLists(node: GroupNode, target: Value): void {
    for (const { property } of closedLists(node)) {
      listAt(target, property);
    }
  }
}

/** True for content with groups that are arrays. */
function hasOccurrences(node: ParticleNode): boolean {
  return 'particles' in node && (node.property !== undefined || node.particles.some(hasOccurrences));
}

/** True if the object has something of a branch. */
function hasBranch({ particles }: GroupNode, target: Value): boolean {
  for (const branch of particles) {
    if (isPresent(branch, target)) {
      return true;
    }
  }
  return false;
}

/** One occurrence of a group, which fills an object of its own. */
function occurrenceOf(node: GroupNode): GroupNode {
  node.occurrence ??= { ...node, min: 1, max: 1, property: undefined };
  return node.occurrence;
}

const noFields: readonly never[] = [];

function hasOwn(target: Value, property: string): boolean {
  return Object.hasOwn(target, property);
}

/** The array of a property; created if absent. */
function listAt(target: Value, property: string): unknown[] {
  const known = readProperty(target, property);
  if (Array.isArray(known)) {
    return known;
  }
  const list: unknown[] = [];
  writeProperty(target, property, list);
  return list;
}
