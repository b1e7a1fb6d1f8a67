import type { Message, Operation } from '../../contract/model.js';
import type { Side } from '../context.js';

/** Stands for the name of an operation: no name of XML contains it. */
const placeholder = '\0';

/**
 * True for two operations that are the same once the name of each is taken out of everything that is named for it: elements,
 * results, actions, paths. Frameworks name all of these for the method, so that a new name for it changes them together.
 */
export function isRenamedThroughout(
  old: Operation,
  now: Operation,
  sides: { readonly old: Side; readonly now: Side },
): boolean {
  return withoutName(old, sides.old) === withoutName(now, sides.now);
}

function withoutName(operation: Operation, side: Side): string {
  const messages = [operation.input, operation.output].flatMap((message) => declarationsOf(message, side));
  const text = JSON.stringify([operation, messages], (key, value: unknown) =>
    key === 'documentation' ? undefined : value,
  );
  return replaceName(text, operation.name);
}

/** The element of a message, and its type if that is its own. */
function declarationsOf(message: Message | undefined, { index }: Side): readonly object[] {
  const element = message?.kind === 'element' ? index.elements.get(message.element) : undefined;
  const type = element?.type.startsWith(`${element.name}#`) ? index.types.get(element.type) : undefined;
  return [element, type].flatMap((each) => each ?? []);
}

/** Replaces a name where it is a name, or begins one whose next word has a capital letter: `GetResponse` for `Get`. */
function replaceName(text: string, name: string): string {
  let replaced = '';
  let start = 0;
  for (let at = text.indexOf(name); at >= 0 && name !== ''; at = text.indexOf(name, at + name.length)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]];
    if (!/[\p{L}\d]/u.test(before) && !/[\p{Ll}\d]/u.test(after)) {
      replaced += text.slice(start, at) + placeholder;
      start = at + name.length;
    }
  }
  return replaced + text.slice(start);
}
