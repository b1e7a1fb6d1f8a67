import { brief } from '../../base/describe.js';
import type { FaultInfo } from '../../soap/fault.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';

/** Code units of one text of a detail, and of all of them, in a message. */
const maxText = 200;
const maxTexts = 500;

/**
 * The texts of a detail that no declared fault describes, for the message of the error: services such as SharePoint say there
 * alone what was wrong. `''` if there is none, or the reason says the same.
 */
export function detailTexts({ faultName, detail, detailText = '', reason }: FaultInfo): string {
  const texts = detailText === '' ? [] : [brief(detailText, maxText)];
  if (faultName === undefined && Array.isArray(detail)) {
    addTexts(detail, texts);
  }
  const said = texts.filter((text) => text !== reason && !text.endsWith(`: ${reason}`));
  return said.length === 0 ? '' : ` (${brief(said.join('; '), maxTexts)})`;
}

/** Adds `name: text` for each element with text of its own, until there are enough. */
function addTexts(elements: readonly XmlElement[], texts: string[]): void {
  const open = [...elements].reverse();
  for (let next = open.pop(); next !== undefined && texts.length < maxTexts / 4; next = open.pop()) {
    const text = next.children
      .filter((child) => typeof child === 'string')
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') {
      texts.push(`${next.name}: ${brief(text, maxText)}`);
    }
    for (const child of [...next.children].reverse()) {
      if (typeof child !== 'string') {
        open.push(child);
      }
    }
  }
}
