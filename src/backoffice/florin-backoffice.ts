/** The script of the sandbox's back office. */
import { OfficeAppElement } from './office-app.js';
import { PAGES } from './pages.js';
import { OfficeSignInElement } from './sign-in-page.js';
import { STYLES } from './styles.js';

document.adoptedStyleSheets = STYLES.flatMap(({ styleSheet }) => styleSheet ?? []);

for (const { tag, element } of PAGES) customElements.define(tag, element);
customElements.define('office-sign-in', OfficeSignInElement);
customElements.define('office-app', OfficeAppElement);
