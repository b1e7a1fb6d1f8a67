import type { SimplePlan } from '../../plan/simple-plan.js';
import type { ScanBinding, ScanPrefixes } from './scope.js';
import type { TextForm } from './texts.js';

/** Makes empty objects, ordinary ones to all that see them. */
export type RecordMaker = new () => Record<string, unknown>;

/**
 * Makes the objects of one type. They have room for their properties in themselves, and no other objects get theirs by the same steps: that takes less
 * time than with `{}`, which all objects begin as.
 */
export function recordMaker(): RecordMaker {
  function Plain(this: object): void {}
  Plain.prototype = Object.prototype;
  return Plain as unknown as RecordMaker;
}

/**
 * A scan finds elements as a document writes them, if they are in the order of the schema, without other attributes than those of their types. Which
 * prefixes names have, which namespaces start tags declare, and in which order attributes come, is taken from a sample. Its steps are regular expressions, which find texts several times as fast as an event for each tag does. Where one does
 * not match, or a text is not a value of its type, nothing has happened, and the elements are read one by one, which decides about everything.
 */
export type ScanStep = MatchStep | ItemsStep;

/** Elements and attributes that one expression finds. */
export interface MatchStep {
  readonly kind: 'match';
  /** Sticky; it has a group for each part but records that are there in any case, and matches the white space after the elements. */
  readonly expression: RegExp;
  /** How deep its elements are nested, and what their types weigh together. */
  readonly levels: number;
  readonly load: number;
  /** How many attributes an element may have. */
  readonly attributes: number;
  /** How many groups the expression has. */
  readonly groups: number;
  readonly parts: readonly ScannedPart[];
  /** Groups of which one matches where the element around ends, before the next steps. */
  readonly ends: readonly number[];
}

/** A property that an expression finds. */
export interface ScannedPart {
  readonly property: string;
  /** The group with its text; for a record, one that matches if it is there. */
  readonly group: number;
  /** True if it is there in any case: where the group does not match, the text is empty. */
  readonly isRequired: boolean;
  /** The group that matches if the element is nil, after one with the prefix of `nil`, which may have to be looked up; 0 if it cannot be. */
  readonly nil: number;
  /** Undefined for a record. */
  readonly type: SimplePlan | undefined;
  readonly form: TextForm;
  /** Makes the object of a record. */
  readonly maker: RecordMaker | undefined;
  /** The properties of a record. */
  readonly parts: readonly ScannedPart[] | undefined;
}

/** Elements that are found one by one: items of a list, or a single one. */
export interface ItemsStep {
  readonly kind: 'items';
  /** The property of the list; undefined for a single element, whose alternatives have theirs. */
  readonly list: string | undefined;
  readonly min: number;
  readonly max: number;
  readonly alternatives: readonly ScanAlternative[];
  /** The one that was found last. */
  last: number;
}

/** An element that is possible at a place. */
export interface ScanAlternative {
  /**
   * The length of what it begins with, `<prefix:name` and `xsi:type` if its type is named, and the last character of that: where another one is,
   * its expression need not be tried.
   */
  readonly startLength: number;
  readonly lastOfStart: number;
  /** `$name` of the value, if it is a member of a substitution group. */
  readonly key: string | undefined;
  /** The property of the value: in the object around or, for an item of a list, in one of its own. */
  readonly property: string | undefined;
  readonly program: ScanProgram;
}

/** How an element is found. */
export interface ScanProgram {
  readonly steps: readonly ScanStep[];
  /** The text of an element of simple type; undefined for a record. */
  readonly text: ScannedPart | undefined;
  /** Finds the element where it is nil; undefined if it cannot be. */
  readonly nil: MatchStep | undefined;
  /** Makes the object of a record. */
  readonly maker: RecordMaker;
  /** `$type` of the record. */
  readonly typeName: string | undefined;
  /** The property that stands for the record. */
  readonly unwrap: string | undefined;
  /** The weight of its type: see `ComplexPlan`. */
  readonly weight: number;
  /** True if lists without items come after all other properties. */
  readonly listsLate: boolean;
}

/** The scan that begins at a field of a record: it finds the items of a list, or fields up to the next list. */
export interface ScanPlace {
  readonly isList: boolean;
  readonly pieces: readonly ScanPiece[];
  /** Index of the first field after them. */
  readonly end: number;
  /** The namespaces of all elements; first that of the first field. */
  readonly namespaces: readonly string[];
  /**
   * Makes the scan for documents that write elements as `sample` does, a part of one in which `prefixes` are in scope; if its reader translates
   * namespaces, without elements that declare some.
   */
  readonly make: (prefixes: ScanPrefixes, sample: string, isTranslated: boolean) => PlacedScan;
  readonly scans: PlacedScan[];
  /** The prefixes that came last, and how often in succession. */
  prefixes: readonly (string | undefined)[];
  seen: number;
  /** How many scans may fail in succession; below zero, how many are not tried. */
  credit: number;
  /** How many pauses there were in succession, and how many of them since the last scan was made. */
  pauses: number;
  failed: number;
  /** How often scans found something and nothing since the last one gave way, and how many misses that takes. */
  hits: number;
  misses: number;
  patience: number;
}

/** The fields that one step finds: the index of the first, and how many there are. */
export interface ScanPiece {
  readonly first: number;
  readonly count: number;
}

/** The scan of a place for documents that write elements in one way. */
export interface PlacedScan {
  /** What prefixes have to stand for. */
  readonly bindings: readonly ScanBinding[];
  /** The most declarations that an element may have. */
  readonly declarations: number;
  /** One for each piece. */
  readonly steps: readonly ScanStep[];
}
