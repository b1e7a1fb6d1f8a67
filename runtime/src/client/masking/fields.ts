/** Fields whose value is the name of another, and those that have its value: `<Key>password</Key><Value>…`, `{ name: 'password', value: … }`. */
export const nameField: RegExp = /(?:^|[ ._:-])(?:name|key|param|parameter|field|property)$/i;
export const valueField: RegExp = /(?:^|[ ._:$-])(?:value|val|text|content|data|children)$/i;

/** True for a text that can be the name of a parameter or an element. Titles and names of people have spaces. */
export function isIdentifier(text: string): boolean {
  return /^[^\s<>&"']{1,64}$/.test(text);
}
