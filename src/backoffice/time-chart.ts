/**
 * A bar chart over time, drawn by uPlot on a canvas. uPlot places its parts by the CSSOM, which the page's policy allows.
 * The page around it has the same numbers as a table. docs/decisions/0022-charts.md.
 */
import { html, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import uPlot from 'uplot';
import { LightElement } from './light-element.js';

/** One kind of bars. Later ones are drawn over earlier ones. */
export interface Bars {
  readonly name: string;
  /** Class of the swatch in the legend, which has the colour. */
  readonly look: string;
  readonly values: readonly number[];
}

const HEIGHT = 220;
/** Maximum width of a bar, and its share of a step. */
const MOST_PIXELS = 48;
const PART = 0.7;
/** Width of a label on the time axis. */
const LABEL_PIXELS = 84;
/** Width of the value axis, and of half a label at the other end. */
const AXIS_PIXELS = 76;
const END_PIXELS = 36;

export class OfficeTimeChartElement extends LightElement {
  /** Name of the picture for screen readers. */
  @property({ attribute: false }) summary = '';
  /** Milliseconds since 1970. */
  @property({ attribute: false }) starts: readonly number[] = [];
  @property({ attribute: false }) bars: readonly Bars[] = [];
  @property({ attribute: false }) writeTime: (milliseconds: number) => string = String;
  @property({ attribute: false }) writeValue: (value: number) => string = String;

  #plot: uPlot | undefined;
  readonly #schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  readonly #onResize = new ResizeObserver(() => {
    const place = this.#place;
    if (place) this.#plot?.setSize({ width: place.clientWidth, height: HEIGHT });
  });

  override connectedCallback(): void {
    super.connectedCallback();
    for (const scheme of this.#schemes) scheme.addEventListener('change', this.#draw);
    if (this.hasUpdated) this.requestUpdate('bars');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const scheme of this.#schemes) scheme.removeEventListener('change', this.#draw);
    this.#onResize.disconnect();
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  protected override render() {
    return html`<ul class="legend">
        ${this.bars.map(({ name, look }) => html`<li><span class="swatch ${look}"></span>${name}</li>`)}
      </ul>
      <div class="plot" role="img" aria-label=${this.summary}></div>`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#draw();
  }

  get #place(): HTMLElement | null {
    return this.querySelector('.plot');
  }

  /** The colour of a class, in this scheme. */
  #colourOf(look: string): string {
    const swatch = this.querySelector(`.swatch.${look}`);
    return swatch ? getComputedStyle(swatch).backgroundColor : 'transparent';
  }

  /** The range with half a step on each side, for the whole first and last bar. */
  #withHalfSteps(first: number, last: number): [number, number] {
    const half = (last - first) / Math.max(this.starts.length - 1, 1) / 2;
    return [first - half, last + half];
  }

  /** The steps with a label, counted from the last one. */
  #labelled(width: number): number[] {
    const every = Math.max(Math.ceil((this.starts.length * LABEL_PIXELS) / width), 1);
    return this.starts.filter((_start, index) => (this.starts.length - 1 - index) % every === 0);
  }

  readonly #draw = (): void => {
    const place = this.#place;
    if (!place) return;
    this.#plot?.destroy();
    const ink = getComputedStyle(place).color;
    const rule = getComputedStyle(place).borderBlockEndColor;
    const { font } = getComputedStyle(place);
    const { bars } = uPlot.paths;
    const axis = { stroke: ink, font, grid: { stroke: rule, width: 1 }, ticks: { show: false } };
    this.#plot = new uPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        padding: [8, END_PIXELS, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: (_plot, first, last) => this.#withHalfSteps(first, last) },
          y: { range: (_plot, _least, most) => [0, Math.max(most, 1) * 1.05] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: () => this.#labelled(place.clientWidth - AXIS_PIXELS - END_PIXELS),
            values: (_plot, at) => at.map((each) => this.writeTime(each)),
          },
          { ...axis, size: AXIS_PIXELS, space: 44, values: (_plot, at) => at.map((each) => this.writeValue(each)) },
        ],
        series: [
          {},
          ...this.bars.map(({ look }) => ({
            fill: this.#colourOf(look),
            width: 0,
            points: { show: false },
            ...(bars && { paths: bars({ size: [PART, MOST_PIXELS] }) }),
          })),
        ],
      },
      [[...this.starts], ...this.bars.map(({ values }) => [...values])],
      place,
    );
    this.#onResize.disconnect();
    this.#onResize.observe(place);
  };
}

customElements.define('office-time-chart', OfficeTimeChartElement);
