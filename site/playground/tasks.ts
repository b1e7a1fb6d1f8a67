import type { JsonValue } from '@wsdl-codegen/runtime/schema';

/** Texts by their names, which are paths with `/`. */
export type Texts = Readonly<Record<string, string>>;

/** What a message or a document is made for: an operation, or a root element. */
export interface Subject {
  readonly name: string;
  readonly kind: 'operation' | 'element';
  /** Over which an operation can be called; none for elements. */
  readonly bindings: readonly string[];
  readonly documentation: string;
}

/** Which message. */
export interface MessageChoice {
  readonly subject: string;
  readonly kind: Subject['kind'];
  readonly binding: string;
  /** Documents have one direction only. */
  readonly direction: 'request' | 'answer';
}

/** A field of a form: markup whose texts are escaped, and where in the JSON its value is. */
export interface FormField {
  readonly markup: string;
  readonly id: string;
  readonly path: readonly (string | number)[];
}

/** What the worker does: each task with what it is given and what it answers. */
export interface Tasks {
  /** Files as texts; those in archives by their paths. */
  readonly open: {
    readonly given: { readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[] };
    readonly answer: { readonly texts: Texts; readonly problems: readonly string[] };
  };
  readonly generate: {
    readonly given: { readonly texts: Texts; readonly name: string; readonly strict: boolean };
    readonly answer: {
      readonly files: Texts;
      /** As the command prints them. */
      readonly diagnostics: string;
      readonly summary: string;
      readonly subjects: readonly Subject[];
    };
  };
  readonly sample: {
    readonly given: MessageChoice & { readonly seed: number };
    readonly answer: {
      readonly json: string;
      readonly wire: string;
      readonly head: string;
      readonly fields: readonly FormField[];
    };
  };
  readonly encode: {
    readonly given: MessageChoice & { readonly json: string };
    readonly answer: { readonly wire: string; readonly head: string; readonly fields: readonly FormField[] };
  };
  readonly decode: {
    readonly given: MessageChoice & { readonly wire: string };
    readonly answer: { readonly json: string; readonly fields: readonly FormField[] };
  };
  readonly compare: {
    readonly given: { readonly old: Texts; readonly now: Texts; readonly strict: boolean };
    readonly answer: { readonly verdict: string; readonly report: string };
  };
  readonly zip: {
    readonly given: { readonly files: Texts };
    readonly answer: { readonly bytes: Uint8Array };
  };
}

/** The name of a task. */
export type TaskName = keyof Tasks;

/** What the page sends. */
export interface Order {
  readonly id: number;
  readonly task: TaskName;
  readonly given: Tasks[TaskName]['given'];
}

/** What the worker sends: an answer, or what is wrong with what it was given. */
export type Outcome =
  | { readonly id: number; readonly answer: Tasks[TaskName]['answer'] }
  | { readonly id: number; readonly problem: string };

/** Names of files that can be descriptions: what else is in a folder or an archive is passed over. */
export const descriptionName: RegExp = /\.(?:wsdl|xsd|xml|ya?ml|json|asmx|svc)$/i;

/** What files have together at most. */
export const mostBytes: number = 64 * 2 ** 20;

/** The name of the description that the others belong to: that of a service, or the first. */
export function mainName(names: readonly string[]): string | undefined {
  return names.find((name) => /\.(?:wsdl|asmx|svc|ya?ml)$/i.test(name)) ?? names[0];
}

/** A text of JSON for people. */
export function jsonText(json: JsonValue): string {
  return JSON.stringify(json, undefined, 2);
}
