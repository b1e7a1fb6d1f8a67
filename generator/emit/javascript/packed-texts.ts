/** Where names from the runtime are imported that descriptors call. */
const schemaImport = /^import \{ ([\p{ID_Continue}$, ]+) \} from "@wsdl-codegen\/runtime\/schema";$/mu;

/** An enumeration of our own templates, as the compiler prints it. */
const enumerations = /\b(enumeration\([^([\]\n]+, )\[\n((?:\t*"[A-Za-z0-9_]+",?\n)+)\t*\]\)/g;

/** Characters that packing must save: several times those of the function that unpacks. */
const worthwhile = 2000;

/** See `packedTexts` of the runtime. */
const separators = '\n ,;:.';

/**
 * The JavaScript of descriptors with its large enumerations in a shorter form, which the runtime unpacks: words that a text shares with the text
 * before are left out, and so are quotes. Compressed, a list of a thousand codes is a seventh smaller in a browser.
 */
export function withPackedTexts(code: string): string {
  const names = schemaImport.exec(code)?.[1];
  if (names === undefined || /\bpackedTexts\b/.test(code)) {
    return code;
  }
  const packed = code.replace(enumerations, (call: string, start: string, list: string) => {
    const texts = list.match(/\w+/g) ?? [];
    const short = packedCall(texts);
    return list.length - short.length < worthwhile ? call : `${start}${short})`;
  });
  const imported = [...names.split(', '), 'packedTexts'].sort().join(', ');
  return packed === code ? code : packed.replace(schemaImport, (line) => line.replace(names, () => imported));
}

/** The call that gives the texts. */
function packedCall(texts: readonly string[]): string {
  const isSnake = texts.every((text) => /^[A-Z0-9_]+$/.test(text));
  const packed = packedWords(texts.map((text) => wordsOf(isSnake ? camelText(text) : text)));
  return `/*#__PURE__*/ packedTexts(\`${packed}\`${isSnake ? ', true' : ''})`;
}

/** `ItemNotFound` for `ITEM_NOT_FOUND`; before what is no letter, `_` stays. */
function camelText(text: string): string {
  return text.toLowerCase().replace(/^[a-z]|(?<=[a-z0-9])_[a-z]/g, (start) => start.slice(-1).toUpperCase());
}

function wordsOf(text: string): readonly string[] {
  return text.split(/(?=[A-Z_])/);
}

function packedWords(texts: readonly (readonly string[])[]): string {
  return texts
    .map((words, index) => {
      const shared = sharedWords(words, texts[index - 1] ?? []);
      return separators.charAt(shared) + words.slice(shared).join('');
    })
    .join('');
}

/** How many words two texts have in common at the beginning; the last is always written. */
function sharedWords(words: readonly string[], before: readonly string[]): number {
  const most = Math.min(words.length, separators.length) - 1;
  return words.findIndex((word, index) => index >= most || word !== before[index]);
}
