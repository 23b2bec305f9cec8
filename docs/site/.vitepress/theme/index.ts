/** VitePress's own theme in the colours of the elements, without fonts to load. */
import { h, onMounted } from 'vue';
import { Content, type Theme } from 'vitepress';
import DefaultTheme, { VPHomeContent, VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import { repeatEarlyPress } from '../early-press.js';
import { useCodeTabs } from './code-tabs.js';
import { GalleryLive } from './gallery/gallery-live.js';
import { GalleryLanguage, GalleryStates } from './gallery/gallery-states.js';
import { NotFound } from './not-found.js';
import { PageMarkdown } from './page-markdown.js';
import { Playground } from './playground/playground.js';
import { RestReference } from './reference/rest-reference.js';
import { SiteVersion } from './site-version.js';
import './api.css';
import './colours.css';
import './gallery/gallery.css';
import './playground/playground.css';

/** The layout `home` inside a main landmark, which VitePress's has not. */
const Home = (): unknown => h('main', [h(VPHomeHero), h(VPHomeFeatures), h(VPHomeContent, () => h(Content))]);
/** The layout `page`, likewise: one column as wide as the window allows. */
const Page = (): unknown => h('main', { class: 'site-page vp-doc' }, h(Content));

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-before': () => h(PageMarkdown), 'not-found': () => h(NotFound) }),
  setup() {
    onMounted(repeatEarlyPress);
    useCodeTabs();
  },
  enhanceApp({ app }) {
    app.component('home', Home).component('page', Page);
    app.component('GalleryLanguage', GalleryLanguage).component('GalleryStates', GalleryStates);
    app.component('GalleryLive', GalleryLive).component('SiteVersion', SiteVersion);
    app.component('Playground', Playground).component('RestReference', RestReference);
  },
} satisfies Theme;
