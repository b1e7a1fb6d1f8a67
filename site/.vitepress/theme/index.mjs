import { useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
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

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(Below) }),
};
