// The script of a site: search, and folding. The index is loaded when somebody begins to search. It writes texts only, never markup, and asks nobody
// for anything but the index next to it.
(() => {
  const root = document.currentScript.src.replace(/search\.js$/, '');
  const most = 40;
  const place = document.getElementById('search');
  const input = document.createElement('input');
  const list = document.createElement('ul');
  let found = [];
  let chosen = -1;

  input.type = 'search';
  input.placeholder = 'Search (press /)';
  input.autocomplete = 'off';
  const roles = {
    'aria-label': 'Search names',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'results',
  };
  for (const [name, value] of Object.entries(roles)) {
    input.setAttribute(name, value);
  }
  list.id = 'results';
  list.setAttribute('role', 'listbox');
  list.hidden = true;
  place.append(input, list);

  const load = () => {
    if (document.getElementById('index') === null) {
      const script = document.createElement('script');
      script.id = 'index';
      script.src = `${root}search-index.js`;
      script.onload = show;
      document.head.append(script);
    }
  };

  /** The better the match, the smaller; -1 for none. */
  const rank = ([name, _kind, , home, words], text) => {
    const lower = name.toLowerCase();
    const at = lower.indexOf(text);
    if (lower === text) {
      return 0;
    }
    if (at === 0) {
      return 1 + lower.length / 1000;
    }
    if (at > 0) {
      return 2 + lower.length / 1000;
    }
    if (
      words
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(text))
    ) {
      return 4;
    }
    return `${home}.${lower}`.toLowerCase().includes(text) ? 5 : -1;
  };

  function show() {
    const text = input.value.trim().toLowerCase();
    const entries = text === '' ? [] : (globalThis.searchEntries ?? []);
    found = entries
      .map((entry, order) => ({ entry, order, rank: rank(entry, text) }))
      .filter((each) => each.rank >= 0)
      .sort((a, b) => a.rank - b.rank || a.order - b.order)
      .slice(0, most)
      .map((each) => each.entry);
    list.replaceChildren(...found.map(item));
    if (text !== '' && found.length === 0 && globalThis.searchEntries) {
      const none = document.createElement('li');
      none.textContent = 'Nothing has this name.';
      list.append(none);
    }
    choose(found.length > 0 ? 0 : -1);
    list.hidden = text === '';
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  function item([name, kind, address, home], at) {
    const line = document.createElement('li');
    const link = document.createElement('a');
    const detail = document.createElement('span');
    line.id = `result-${at}`;
    line.setAttribute('role', 'option');
    link.href = root + address;
    link.tabIndex = -1;
    detail.className = 'dim';
    detail.textContent = ` ${kind}${home === '' ? '' : ` in ${home}`}`;
    link.append(name, detail);
    line.append(link);
    return line;
  }

  function choose(at) {
    chosen = at;
    for (const [each, line] of [...list.children].entries()) {
      line.setAttribute('aria-selected', String(each === at));
    }
    if (at >= 0) {
      list.children[at].scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', `result-${at}`);
    } else {
      input.removeAttribute('aria-activedescendant');
    }
  }

  input.addEventListener('focus', load);
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      choose((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter' && chosen >= 0) {
      location.href = root + found[chosen][2];
      list.hidden = true;
    } else if (event.key === 'Escape') {
      input.value = '';
      show();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener('click', (event) => {
    if (!place.contains(event.target)) {
      list.hidden = true;
    }
  });

  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let box = target?.closest('details'); box; box = box.parentElement?.closest('details')) {
      box.open = true;
    }
  };
  addEventListener('hashchange', unfold);
  unfold();
})();
