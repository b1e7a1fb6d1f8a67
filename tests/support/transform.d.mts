/** The exports of `transform.mjs` for tests. */

export function commonJs(text: string, path: string): { readonly code: string; readonly map: string };
