import type { Random } from './random.js';

const characters = [...'ab-=;,&%+"\'\\<> \t\r\n:/{}é😀\0', '--b', '\r\n\r\n'];

/** A text shorter than `length` pieces, of characters that matter to readers of headers, forms and packages. */
export function randomText(random: Random, length: number): string {
  return Array.from({ length: random.below(length) }, () => random.pick(characters)).join('');
}

/** The text without halves of characters. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '');
}
