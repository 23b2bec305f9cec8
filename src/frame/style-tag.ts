/** Stands for Lit's `css` in the frame's one script: browsers that have `light-dark()` have constructed style sheets. */

/** A style sheet, made when it is first asked for. */
class Styles {
  readonly #text: string;
  #sheet: CSSStyleSheet | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get styleSheet(): CSSStyleSheet {
    if (!this.#sheet) {
      this.#sheet = new CSSStyleSheet();
      this.#sheet.replaceSync(this.#text);
    }
    return this.#sheet;
  }
}

/** The frame's templates hold no expressions. */
export const css = (strings: TemplateStringsArray) => new Styles(strings.join(''));
