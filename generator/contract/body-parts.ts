import type { Message, Part } from './model.js';

/** The parts of a message in the SOAP Body. */
export function bodyParts(message: Message | undefined): readonly Part[] {
  switch (message?.kind) {
    case undefined:
    case 'empty':
      return [];
    case 'element':
      return [{ name: message.part, element: message.element }];
    case 'rpc':
    case 'parts':
      return message.parts;
  }
}
