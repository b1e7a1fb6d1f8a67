import { inBrowser, useData, useRouter, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, onMounted, watch } from 'vue';
import { boostOf } from './search.mjs';
import './style.css';

/** Below each page: the page as Markdown, and all pages, which is the way around where there are no scripts. */
const Below = {
  setup() {
    const { page } = useData();
    return () =>
      h('p', { class: 'below' }, [
        h('a', { href: withBase('/contents.html') }, 'All pages'),
        ' · ',
        h('a', { href: withBase(`/${page.value.relativePath}`), target: '_self' }, 'This page as Markdown'),
      ]);
  },
};

/** An address without a page, or a page that does not come. */
const Lost = () =>
  h('main', { class: 'lost' }, [
    h('h1', inBrowser && !navigator.onLine ? 'This page needs the network' : 'There is no such page'),
    h('p', [
      h('a', { href: withBase('/') }, 'wsdl-codegen'),
      ' · ',
      h('a', { href: withBase('/contents.html') }, 'All pages'),
    ]),
  ]);

/** Sections of the guide have pages of their own: links from before lead there. */
function followMovedSections() {
  const { page } = useData();
  const router = useRouter();
  const follow = () => {
    const anchor = decodeURIComponent(location.hash.slice(1));
    const moved = page.value.moved ?? {};
    if (Object.hasOwn(moved, anchor) && document.getElementById(anchor) === null) {
      router.go(withBase(`/${moved[anchor]}#${anchor}`));
    }
  };
  onMounted(follow);
  watch(() => page.value.relativePath, follow);
}

/** Titles of groups in the sidebar are no buttons: there is nothing to open, and keys need not stop there. */
function keepTitles() {
  const { page } = useData();
  const keep = () => {
    for (const title of document.querySelectorAll('.VPSidebarItem > .item[role="button"]')) {
      title.removeAttribute('role');
      title.removeAttribute('tabindex');
    }
  };
  onMounted(keep);
  watch(() => page.value.relativePath, keep, { flush: 'post' });
}

export default {
  extends: DefaultTheme,
  // A function in the config would be sent as a text and made code of, which the policy of the pages forbids.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options.miniSearch = { searchOptions: { boostDocument: boostOf } };
  },
  Layout: {
    setup() {
      followMovedSections();
      keepTitles();
      return () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(Below), 'not-found': () => h(Lost) });
    },
  },
};
