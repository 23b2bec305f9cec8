/** The shell: session, navigation, active scenarios, and the page of the address. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import type { SandboxState, SessionState } from '../sandbox/backoffice/api.js';
import { describeSandbox } from './describe-sandbox.js';
import { followClock } from './format.js';
import { findAddress } from './find-text.js';
import { LightElement } from './light-element.js';
import { LiveController } from './live.js';
import { SIGNED_OUT, call, messageOf } from './office-client.js';
import type { Person } from './office-page.js';
import { openAddress } from './open-page.js';
import { PAGES, entryOf, findPage, type FoundPage, type Page } from './pages.js';
import { OFFICE, ROOT } from './root.js';

export class OfficeAppElement extends LightElement {
  @state() private session: SessionState | undefined;
  @state() private problem = '';
  @state() private pathname = location.pathname;

  readonly #live = new LiveController(this);

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('popstate', this.#onPopState);
    addEventListener(SIGNED_OUT, this.#onSignedOut);
    this.addEventListener('click', this.#onClick);
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onPopState);
    removeEventListener(SIGNED_OUT, this.#onSignedOut);
  }

  protected override render() {
    const { session, problem } = this;
    if (problem) return this.#renderProblem(problem);
    if (!session) return html`<main class="alone"><p class="quiet" role="status">Loading…</p></main>`;
    if (session.state === 'signed_out') {
      return html`<office-sign-in .session=${session} @office-signed-in=${this.#load}></office-sign-in>`;
    }
    return this.#renderShell(session);
  }

  #renderProblem(problem: string) {
    return html`<main class="alone">
      <h1>Back office</h1>
      <p class="problem" role="alert">${problem}</p>
      <button type="button" @click=${this.#load}>Try again</button>
    </main>`;
  }

  #renderShell(person: Person) {
    const found = findPage(this.pathname);
    const mayOpen = (page: Page): boolean => !page.isForAdministrators || person.role === 'administrator';
    document.title = `${found?.page.title ?? 'Not found'} · Back office`;
    const { latest, isLost } = this.#live;
    if (latest) followClock(latest.sandbox.now);
    return html`
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="${ROOT}/">Florin sandbox</a>
        <span class="merchant">${person.merchant.name}</span>
        <button type="button" class="second menu" popovertarget="navigation">Menu</button>
        <form class="find" role="search" aria-label="Find a payment" @submit=${this.#onFind}>
          <input
            name="q"
            type="search"
            aria-label="Order, name, amount or number"
            placeholder="Order, name, amount…"
            autocomplete="off"
            spellcheck="false"
            maxlength="100"
          />
        </form>
        <details class="who">
          <summary>${person.username}</summary>
          <div>
            <p>
              ${person.role === 'administrator' ? 'Administrator' : 'Manager'} of <bdi>${person.merchant.name}</bdi>,
              merchant ${person.merchant.number}
            </p>
            <button type="button" class="second" @click=${this.#onSignOut}>Sign out</button>
          </div>
        </details>
      </header>
      <nav class="side" id="navigation" aria-label="Back office" popover @toggle=${this.#onMenu}>
        <button type="button" class="second" popovertarget="navigation" popovertargetaction="hide">
          Close the menu
        </button>
        ${PAGES.filter((page) => entryOf(page) !== null && mayOpen(page)).map(
          (page) =>
            html`<a
              href="${OFFICE}${page.path}"
              aria-current=${found?.page.path.startsWith(page.path) ? 'page' : nothing}
              >${entryOf(page)}</a
            >`,
        )}
      </nav>
      ${
        isLost
          ? html`<p class="banner lost" role="status">
              The connection to the sandbox is lost: what you see may be old. Connecting again…
            </p>`
          : nothing
      }
      ${latest ? this.#renderSandbox(latest.sandbox, person) : nothing}
      <main id="content" tabindex="-1">
        ${
          !found
            ? html`<h1>Not found</h1>
                <p>There is no such page. <a href="${OFFICE}">Go to the start page</a></p>`
            : mayOpen(found.page)
              ? this.#renderPage(found, person)
              : html`<h1>${found.page.title}</h1>
                  <p class="problem" role="alert">Only an administrator may open this page.</p>`
        }
      </main>
    `;
  }

  #renderPage({ page, itemId }: FoundPage, person: Person) {
    const { latest = 0, latestCall = 0, sandbox } = this.#live.latest ?? {};
    const tag = unsafeStatic(page.tag);
    return staticHtml`<${tag}
      .person=${person}
      .itemId=${itemId}
      .latest=${latest}
      .latestCall=${latestCall}
      .sandbox=${sandbox}
      .returns=${this.#live.returns}
    ></${tag}>`;
  }

  #renderSandbox(sandbox: SandboxState, { role }: Person) {
    const active = describeSandbox(sandbox);
    if (active.length === 0) return nothing;
    return html`<p class="banner" role="status">
      <strong>Scenarios are active:</strong> ${active.join('; ')}.
      ${role === 'administrator' ? html`<a href="${OFFICE}/scenarios">Change it</a>` : nothing}
    </p>`;
  }

  #show(href: string): void {
    this.querySelector<HTMLElement>('#navigation')?.hidePopover();
    openAddress(href);
    scrollTo(0, 0);
    // The new page's heading is the next thing that a screen reader reads.
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true }));
  }

  readonly #load = async (): Promise<void> => {
    try {
      this.session = await call('GET /session', {});
      this.problem = '';
      if (this.session.state === 'signed_in') this.#live.open(this.session);
    } catch (error) {
      this.problem = messageOf(error);
    }
  };

  readonly #onSignedOut = (): void => {
    if (this.session?.state !== 'signed_in') return;
    this.#live.close();
    void this.#load();
  };

  readonly #onPopState = (): void => {
    this.pathname = location.pathname;
  };

  readonly #onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link?.pathname.startsWith(OFFICE) || link.origin !== location.origin) return;
    if (link.hasAttribute('download') || link.target || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.#show(link.href);
  };

  /** A narrow window has the navigation as a menu. */
  readonly #onMenu = ({ newState, currentTarget }: ToggleEvent): void => {
    if (newState !== 'open') return;
    const { children } = currentTarget as HTMLElement;
    const links = [...children].filter((each) => each instanceof HTMLAnchorElement);
    (links.find(({ ariaCurrent }) => ariaCurrent === 'page') ?? links[0])?.focus();
  };

  readonly #onFind = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const given = new FormData(form).get('q');
    const text = typeof given === 'string' ? given.trim() : '';
    if (text === '') return;
    form.reset();
    this.#show(findAddress(text));
  };

  readonly #onSignOut = async (): Promise<void> => {
    this.#live.close();
    try {
      this.session = await call('DELETE /session', {});
    } catch (error) {
      this.problem = messageOf(error);
    }
  };
}
