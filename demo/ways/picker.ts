/** The picker of ways to pay or save, and links to the ways that differ from the current one in one option. */
import { html } from 'hono/html';
import { changeWay, groupWays, type Way } from './ways.js';
import type { Html } from './html.js';

/** What the picker shows. */
interface PickerView {
  /** The ways that can be reached now. */
  readonly ways: readonly Way[];
  /** The way of the current page. */
  readonly current: Way | undefined;
  /** URL of the page of a way. */
  readonly hrefOf: (way: Way) => string;
  /** Where the form without script is sent; it receives the URL in `to`. */
  readonly action: string;
}

/** Renders the picker. Its script (`public/ways.js`) opens a page as soon as it is chosen. */
export function wayPicker({ ways, current, hrefOf, action }: PickerView): Html {
  return html`<form class="way-picker" method="get" action="${action}">
    <label for="way-picker">Way to pay</label>
    <select id="way-picker" name="to">
      ${!current && html`<option value="">Choose a way</option>`}
      ${groupWays(ways).map(
        ({ name, ways: rows }) =>
          html`<optgroup label="${name}">
            ${rows.map(
              (way) => html`<option value="${hrefOf(way)}" ${way === current && 'selected'}>${way.name}</option>`,
            )}
          </optgroup>`,
      )}
    </select>
    <button>Open</button>
  </form>`;
}

/** Renders links that switch surcharge, saved cards and isolation of the current way. */
export function waySwitches(current: Way, hrefOf: (way: Way) => string): Html {
  const { surcharge, savedCards, isolation } = current;
  const rows = [
    ['Surcharge', surcharge ? 'on' : 'off', changeWay(current, { surcharge: !surcharge })],
    ['Saved cards', savedCards ? 'on' : 'off', changeWay(current, { savedCards: !savedCards })],
    ['Isolation', isolation, changeWay(current, { isolation: isolation === 'page' ? 'frame' : 'page' })],
  ] as const;
  return html`<ul class="way-switches">
    ${rows.map(([name, value, other]) =>
      other
        ? html`<li>
            <a href="${hrefOf(other)}">${name}: <b>${value}</b></a>
          </li>`
        : html`<li>
            <span>${name}: <b>${value}</b></span>
          </li>`,
    )}
  </ul>`;
}
