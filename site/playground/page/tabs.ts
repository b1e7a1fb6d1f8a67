/** Tabs by the pattern of ARIA: arrows, Home and End move between them. `shown` is told which panel is shown. */
export function makeTabs(list: HTMLElement, shown: (panel: string) => void): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const choose = (tab: HTMLElement): void => {
    for (const each of tabs) {
      const isChosen = each === tab;
      each.setAttribute('aria-selected', String(isChosen));
      each.tabIndex = isChosen ? 0 : -1;
      const panel = each.getAttribute('aria-controls') ?? '';
      document.getElementById(panel)?.toggleAttribute('hidden', !isChosen);
      if (isChosen) {
        shown(panel);
      }
    }
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const places: Readonly<Record<string, number>> = {
        ArrowRight: (index + 1) % tabs.length,
        ArrowLeft: (index + tabs.length - 1) % tabs.length,
        Home: 0,
        End: tabs.length - 1,
      };
      const next = tabs[places[key] ?? -1];
      if (next !== undefined) {
        choose(next);
        next.focus();
      }
    });
  }
}
