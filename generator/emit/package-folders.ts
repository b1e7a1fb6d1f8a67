/** Folder of the JavaScript and its declarations within a package. It is not called `dist`, which most projects ignore: a fresh clone has to work. */
export const compiledFolder = 'js/';
