/** What a terminal shows of coloured output. */

const colours = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
  90: 'dim',
  91: 'red',
  96: 'cyan',
  93: 'yellow',
  2: 'dim',
  1: 'bold',
  7: 'dim',
};

/** The lines of output, each as pieces: a colour and a text. */
export function terminalLines(output) {
  let colour = '';
  return output.split('\n').map((line) => {
    const pieces = [];
    for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
      const codes = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
      if (codes !== undefined) {
        const names = codes.split(';').map((code) => colours[code]);
        colour = names.findLast((name) => name !== undefined) ?? '';
      } else if (part !== '') {
        pieces.push([colour, part]);
      }
    }
    return pieces;
  });
}
