/** A text of diagnostics in which codes lead to their pages: in a tab of their own, since what is in this page is nowhere else. */
export function withCodeLinks(text: string): readonly (string | HTMLElement)[] {
  return text.split(/^(.*)$/m).flatMap((line) => {
    const [, before = '', code, after = ''] =
      /^(.*?\b(?:error|warning|info) )([a-z\d-]+\/[a-z\d-]+)(: .*)$/.exec(line) ?? [];
    return code === undefined ? [line] : [before, linkOf(code), after];
  });
}

function linkOf(code: string): HTMLElement {
  const link = document.createElement('a');
  link.textContent = code;
  link.href = `../diagnostics/${code}.html`;
  link.target = '_blank';
  link.rel = 'noopener';
  return link;
}
