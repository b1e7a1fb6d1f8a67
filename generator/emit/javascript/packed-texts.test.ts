import { packedTexts } from '@wsdl-codegen/runtime/schema';
import { withPackedTexts } from './packed-texts.js';

/** A module of descriptors as the compiler prints it. */
function moduleOf(texts: readonly string[], base = 'xs.string'): string {
  return [
    'import { enumeration, record } from "@wsdl-codegen/runtime/schema";',
    'import * as xs from "@wsdl-codegen/runtime/xs";',
    'const n1 = "urn:codes";',
    `export const Code = /*#__PURE__*/ enumeration(n1, "Code", ${base}, [`,
    texts.map((text) => `\t"${text}"`).join(',\n'),
    ']);',
    '',
  ].join('\n');
}

/** The texts that the runtime makes of the packed ones in a module; undefined if none are packed. */
function unpacked(code: string): readonly string[] | undefined {
  const [, packed, snake] = /packedTexts\(`([\s\S]*)`(, true)?\)\);/.exec(code) ?? [];
  return packed === undefined ? undefined : packedTexts(packed, snake !== undefined);
}

function many(text: (number: number) => string): readonly string[] {
  return Array.from({ length: 500 }, (_, number) => text(number));
}

it('leaves out quotes, and words that a text shares with the one before', () => {
  const texts = ['ITEM_NOT_FOUND', 'ITEM_NOT_FREE', 'ITEM_TYPE_2_REQUIRED', 'USER_UNKNOWN'];
  const code = withPackedTexts(moduleOf([...texts, ...many((number) => `USER_UNKNOWN_IN_GROUP_${number}`)]));
  expect(code).toContain('import { enumeration, packedTexts, record } from "@wsdl-codegen/runtime/schema";');
  expect(code).toContain(
    '/*#__PURE__*/ enumeration(n1, "Code", xs.string, /*#__PURE__*/ packedTexts(`\nItemNotFound,Free Type_2Required\nUserUnknown,InGroup_0:_1:_2',
  );
});

it.each([
  ['in capitals', (number: number) => `WORD_${number % 7}_OF_MANY_${number}`],
  ['in capitals with signs at odd places', (number: number) => `_A__B${number % 9}_C_${number}D_`],
  ['that begin with digits', (number: number) => `${number}_ITEMS_OF_2FA_A1`],
  ['of words with capitals', (number: number) => `ErrorAccess${number % 5}Denied${number}`],
  ['of words in small letters', (number: number) => `_antiguaAndBarbuda_${number}`],
  [
    'in capitals and small letters',
    (number: number) => `${number % 100 === 0 ? 'ITEM_' : 'item_of_Many_'}${number}_not_FOUND`,
  ],
  ['that share more words than can be said', (number: number) => `A_B_C_D_E_F_G_H_${number}`],
  [
    'of which one is the beginning of the next',
    (number: number) => `ITEM${'_AND'.repeat(number % 50)}${number < 50 ? '' : `_${number}`}`,
  ],
])('packs texts %s so that the runtime makes the same of them', (_, text) => {
  const texts = many(text);
  expect(unpacked(withPackedTexts(moduleOf(texts)))).toEqual(texts);
});

it('packs any texts so that the runtime makes the same of them', () => {
  let state = 1;
  const random = (below: number): number => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (const letters of ['AB_', 'ab_', 'AB_1', 'aB_', 'A1', 'aB1_']) {
    const texts = new Set<string>();
    while (texts.size < 800) {
      texts.add(Array.from({ length: 1 + random(14) }, () => letters.charAt(random(letters.length))).join(''));
    }
    expect(unpacked(withPackedTexts(moduleOf([...texts])))).toEqual([...texts]);
  }
});

it.each([
  ['few texts', moduleOf(['ITEM_NOT_FOUND', 'ITEM_NOT_FREE'])],
  ['texts of other characters', moduleOf(many((number) => `Item not found ${number}`))],
  [
    'a module that has the name of the function',
    `${moduleOf(many((number) => `ITEM_${number}`))}const packedTexts = 1;\n`,
  ],
  ['a module without descriptors', many((number) => `ITEM_${number}`).join('\n')],
])('leaves %s alone', (_, code) => {
  expect(withPackedTexts(code)).toBe(code);
});
